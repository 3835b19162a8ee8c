//! What is done in games.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Body, Named, Visitor};
use super::game::GameShape;
use super::shapes::SideName;
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::play::{Command, Session};
use crate::store::{self, Kept};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(command))
}

/// What is to be done in a game.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Deed {
    /// Play a move.
    Move {
        /// One of the legal paths.
        path: Vec<String>,
    },
    /// Take back, to where somebody at the screen moves.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Give up.
    Resign {
        /// Which side does.
        side: SideName,
    },
}

impl From<Deed> for Command {
    fn from(deed: Deed) -> Self {
        match deed {
            Deed::Move { path } => Self::Move(path),
            Deed::Undo => Self::Undo,
            Deed::Redo => Self::Redo,
            Deed::Resign { side } => Self::Resign(side.into()),
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct CommandBody {
    /// The revision of the game that it answers to.
    revision: i64,
    /// A text of one's own, up to 64 characters: the same command sent again has the same, and is
    /// carried out once.
    request: String,
    #[serde(flatten)]
    deed: Deed,
}

/// The longest name of a request.
const LONGEST_REQUEST: usize = 64;

impl CommandBody {
    fn check(&self) -> Result<(), ApiError> {
        if self.request.is_empty() || self.request.len() > LONGEST_REQUEST {
            return Err(ApiError::invalid("`request` has 1 to 64 characters"));
        }
        Ok(())
    }
}

/// Play a move, take back, play again, give up
#[utoipa::path(
    post, path = "/api/games/{id}/commands", tag = "games", params(("id" = String, Path,)),
    request_body = CommandBody,
    responses(
        (status = OK, body = GameShape), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn command(
    State(app): State<App>,
    client: Client,
    Named(id): Named,
    Visitor(visitor): Visitor,
    Body(body): Body<CommandBody>,
) -> Result<Json<GameShape>, ApiError> {
    app.limits.command(client.0)?;
    body.check()?;
    let session = app.own_session(&id, visitor).await?;
    let session = app.carry_out(session, body).await?;
    app.computers.attend(&session);
    Ok(Json(app.shape(&session, visitor).await?))
}

impl App {
    /// Does what is asked, once; gives the game after it.
    async fn carry_out(
        &self,
        mut session: Session,
        body: CommandBody,
    ) -> Result<Session, ApiError> {
        let id = session.head.id.clone();
        let asked = store::Asked { visitor: session.head.owner, request: &body.request };
        let is_late = session.revision != body.revision;
        let refusal = if is_late && session.game.outcome().is_none() {
            ApiError::stale(session.revision)
        } else {
            match session.command(&body.deed.into()) {
                Ok(event) => match self.store.append(&mut session, event, Some(asked)).await? {
                    Kept::Now => {
                        self.bells.ring(&id, session.revision);
                        return Ok(session);
                    }
                    Kept::Before => return self.session(&id).await,
                    Kept::Overtaken => ApiError::stale(self.session(&id).await?.revision),
                    Kept::Gone => ApiError::not_found(),
                },
                Err(refusal) => refusal.into(),
            }
        };
        // What was done before is no error the second time, whatever has become of the game.
        if self.store.was_done(&id, asked).await? { self.session(&id).await } else { Err(refusal) }
    }
}
