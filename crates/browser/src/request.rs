//! The requests of the API that concern no more than a game, answered.

use std::sync::Arc;

use katarenga_play::begin::{NewGame, NextBody, check_match_goes_on, new_id, next_game};
use katarenga_play::boards;
use katarenga_play::commands::{CommandBody, check_request, perform};
use katarenga_play::game::{CachedJson, GameDto, SeriesGame, after};
use katarenga_play::records::{self, File, History};
use katarenga_play::refused::Refused;
use katarenga_play::session::{Command, Session, Step};
use katarenga_play::texts::TextBody;
use katarenga_play::why_not;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::kept::{self, Done, InMatch, Kept, Row, VISITOR};
use crate::reader::Error;
use crate::search;
use crate::tree::Tree;

/// A request, with what the page keeps of the game that it concerns.
#[derive(Deserialize)]
struct Request {
    /// As HTTP's: `GET`, `POST` or `DELETE`.
    method: String,
    /// The path and the query of its address, as `/api/games/local-abc?ply=3`.
    path: String,
    /// Its body: JSON, or nothing.
    #[serde(skip)]
    body: Tree,
    /// The time, in milliseconds since 1970.
    now: i64,
    /// Another one for each request: what chance decides depends on it.
    chance: u64,
    /// The game that the path names, where the page has it.
    #[serde(skip)]
    game: Option<Kept>,
    /// All games of its match by their numbers.
    #[serde(default)]
    series: Vec<InMatch>,
}

impl Request {
    /// Reads a request of JSON. What its body is to be, its path says.
    fn read(text: &[u8]) -> Result<Self, Refused> {
        let unread = |error: Error| Refused::new(400, "invalid-json", &error.to_string());
        let mut tree = Tree::read(text).map_err(unread)?;
        let (body, game) = (tree.take("body"), kept::read(&tree.take("game"))?);
        Ok(Self { body, game, ..Self::deserialize(&tree).map_err(unread)? })
    }
}

/// What is answered.
#[derive(Serialize)]
pub(crate) struct Answer {
    /// As HTTP's.
    status: u16,
    /// What the body is, as HTTP says it.
    #[serde(rename = "type")]
    content_type: &'static str,
    /// The name under which the body is kept as a file; null where it is none.
    name: Option<String>,
    /// The body: a text as a JSON text, all else as it is; null where there is none.
    body: Box<RawValue>,
    /// The games that the page is to keep now, before it shows the answer.
    keep: Vec<Row>,
}

/// What the names of games here begin with, which no server gives to a game.
const LOCAL: &str = "local-";

/// A revision belongs to this; games here are never put back to a backup.
const EPOCH: &str = "browser";

const JSON: &str = "application/json";

/// Answers a request of JSON as JSON; `report` takes what a search finds on the way, as JSON too.
pub fn answer_json(request: &[u8], report: impl FnMut(&str)) -> String {
    let answer = Request::read(request).and_then(|request| Asked::new(request).answer(report));
    let answer = answer.unwrap_or_else(|refused| refusal(&refused));
    // Plain data can always be written.
    serde_json::to_string(&answer).unwrap_or_default()
}

fn refusal(refused: &Refused) -> Answer {
    Answer { status: refused.status, ..json(&refused.body) }
}

pub(crate) fn json(content: &impl Serialize) -> Answer {
    let body = to_raw_value(content).unwrap_or_else(|_| RawValue::NULL.to_owned());
    Answer { status: 200, content_type: JSON, name: None, body, keep: Vec::new() }
}

fn file(File { content_type, name, content }: File) -> Answer {
    Answer { content_type, name: Some(name), ..json(&content) }
}

/// A request, with its address taken apart.
struct Asked {
    request: Request,
    /// The parts of the path after `/api`.
    segments: Vec<String>,
    query: String,
    chance: ChaCha8Rng,
}

impl Asked {
    fn new(request: Request) -> Self {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let segments = path.split('/').skip(2).map(str::to_owned).collect();
        let (query, chance) = (query.to_owned(), ChaCha8Rng::seed_from_u64(request.chance));
        Self { request, segments, query, chance }
    }

    fn answer(mut self, report: impl FnMut(&str)) -> Result<Answer, Refused> {
        let segments = std::mem::take(&mut self.segments);
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let method = self.request.method.clone();
        Ok(match (method.as_str(), segments.as_slice()) {
            ("GET", ["kinds"]) => json(&boards::kinds()),
            ("GET", ["quarters"]) => json(&boards::quarters()),
            ("GET", ["board"]) => json(&boards::board(&self.query()?)?),
            ("GET", ["board", "random"]) => {
                json(&boards::random_board(&self.query()?, &mut self.chance)?)
            }
            ("POST", ["read"]) => json(&self.body::<TextBody>()?.read()?),
            ("POST", ["read", "all"]) => json(&self.body::<TextBody>()?.read_all()),
            ("POST", ["games"]) => self.create()?,
            ("GET", ["games", _]) => json(&self.shape(&self.session()?)),
            ("GET", ["games", _, "history"]) => json(&History::from(&self.session()?)),
            ("GET", ["games", _, "refusal"]) => {
                json(&why_not::refusal(&self.session()?.game, &self.query()?)?)
            }
            ("GET", ["games", _, "record"]) => file(records::record(&self.session()?)),
            ("GET", ["games", _, "position"]) => {
                file(records::position(&self.session()?, &self.query()?)?)
            }
            ("GET", ["games", _, "diagram.svg"]) => {
                file(records::svg(&self.session()?, &self.query()?)?)
            }
            ("POST", ["games", _, "commands"]) => self.command()?,
            ("POST", ["games", _, "next"]) => self.next()?,
            ("POST", ["games", _, "computer"]) => self.computer()?,
            ("GET", ["games", _, "analysis"]) => {
                search::analysis(&self.session()?.game, &self.query()?, report)?
            }
            ("GET", ["games", _, "graph"]) => search::point(&self.session()?.game, &self.query()?)?,
            // What another place keeps is analysed from its record.
            ("POST", ["analysis"]) => search::analysis(&self.record()?, &self.query()?, report)?,
            ("POST", ["graph"]) => search::point(&self.record()?, &self.query()?)?,
            _ => return Err(Refused::not_found()),
        })
    }

    fn query<T: DeserializeOwned>(&self) -> Result<T, Refused> {
        // In the words of the server's framework.
        let why = |error| format!("Failed to deserialize query string: {error}");
        let read = T::deserialize(&Tree::of_query(&self.query));
        read.map_err(|error| Refused::invalid(&why(error)))
    }

    fn body<T: DeserializeOwned>(&self) -> Result<T, Refused> {
        let why =
            |error| format!("Failed to deserialize the JSON body into the target type: {error}");
        let read = T::deserialize(&self.request.body);
        read.map_err(|error| Refused::unprocessable("invalid-json", &why(error)))
    }

    /// The game of a record in the body.
    fn record(&self) -> Result<katarenga_rules::Game, Refused> {
        self.body::<TextBody>()?.game()
    }

    fn kept(&self) -> Result<&Kept, Refused> {
        self.request.game.as_ref().ok_or_else(Refused::not_found)
    }

    fn session(&self) -> Result<Session, Refused> {
        self.kept()?.session()
    }

    /// The games of a match, with one of them as it stands now.
    fn series(&self, session: &Session) -> Vec<SeriesGame> {
        let others = self.request.series.iter().filter(|game| !game.is_of(session));
        let mut series: Vec<SeriesGame> = Vec::new();
        // In the order of their numbers, without the library's sorting, as in `Position::sorted_moves`.
        for game in others.cloned().chain([InMatch::from(session)]).map(SeriesGame::from) {
            series.insert(series.partition_point(|other| other.number < game.number), game);
        }
        series
    }

    /// A game as the page shows it.
    fn shape(&self, session: &Session) -> GameDto {
        let (series, cached) = (self.series(session), CachedJson::from(&session.game));
        let now = (self.request.now, Arc::from(EPOCH));
        GameDto::new((session, &series), cached, Some(VISITOR), now)
    }

    /// A game that was changed: it is to be kept, and is shown.
    fn changed(&self, status: u16, session: &Session, game: Kept) -> Answer {
        let keep = vec![Row::new(session, game)];
        Answer { status, keep, ..json(&self.shape(session)) }
    }

    fn id(&mut self) -> String {
        format!("{LOCAL}{}", new_id(&mut self.chance))
    }

    fn create(&mut self) -> Result<Answer, Refused> {
        let (body, id, now) = (self.body::<NewGame>()?, self.id(), self.request.now);
        let (session, events) = body.check(&mut self.chance)?.start(id, VISITOR, now)?;
        let done = events.into_iter().map(|event| Done::new(&event, now, None)).collect();
        let kept = Kept::new(&session, done);
        Ok(self.changed(201, &session, kept))
    }

    fn command(&mut self) -> Result<Answer, Refused> {
        let CommandBody { revision, request, command } = self.body()?;
        check_request(&request)?;
        let (mut game, mut session) = (self.kept()?.clone(), self.session()?);
        // What was done before is no error the second time.
        if game.has_done(&request) {
            return Ok(json(&self.shape(&session)));
        }
        let command: Command = command.try_into()?;
        let (series, now) = (self.series(&session), self.request.now);
        let asked = (revision, &command);
        let Step { event, .. } =
            perform((&mut session, &series), VISITOR, asked, now, &mut self.chance)?;
        game.events.push(Done::new(&event, session.updated, Some(request)));
        Ok(self.changed(200, &session, game))
    }

    fn next(&mut self) -> Result<Answer, Refused> {
        let body: NextBody = self.body()?;
        let session = self.session()?;
        let series = self.series(&session);
        check_match_goes_on(&session, &series)?;
        if let Some(id) = after(&series, session.head.number) {
            // It began before: the page has it.
            return Err(Refused::conflict("next-begun", "the next game has begun").with("id", id));
        }
        let (id, now) = (self.id(), self.request.now);
        let of_match = (&session, &series[..]);
        let next = next_game(of_match, body.board.into(), id, now, &mut self.chance)?;
        let kept = Kept::new(&next, Vec::new());
        Ok(self.changed(201, &next, kept))
    }

    /// Plays the computer's move in the game.
    fn computer(&mut self) -> Result<Answer, Refused> {
        let (mut game, mut session) = (self.kept()?.clone(), self.session()?);
        let Some(mv) = search::choose(&session) else {
            let message = "the computer is not to move";
            return Err(Refused::conflict("not-the-computers-turn", message));
        };
        let event = session.play(mv, self.request.now)?;
        game.events.push(Done::new(&event, session.updated, None));
        Ok(self.changed(200, &session, game))
    }
}
