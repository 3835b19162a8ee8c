//! What a handler takes from a request; whatever is wrong with it gets one shape.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Json, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::App;
use crate::access_token::AccessToken;
use crate::error::ApiError;
use crate::trusted_proxies::Client;

/// How long a body may take to arrive: bodies are small.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        Self::within(BODY_TIMEOUT, request, state).await
    }
}

impl<T: DeserializeOwned> Body<T> {
    async fn within<S>(time: Duration, request: Request, state: &S) -> Result<Self, ApiError>
    where
        S: Send + Sync,
    {
        let read = timeout(time, Json::<T>::from_request(request, state)).await;
        let Json(body) = read.map_err(|_| ApiError::too_slow())??;
        Ok(Self(body))
    }
}

/// The query of an address.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(asked) = Query::<T>::from_request_parts(parts, state).await?;
        Ok(Self(asked))
    }
}

/// The parameter in the path of an address.
pub(crate) struct PathParam(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for PathParam {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(name) = Path::<String>::from_request_parts(parts, state).await?;
        // Nothing is called that, and PostgreSQL can't be asked for it.
        if name.contains('\0') { Err(ApiError::not_found()) } else { Ok(Self(name)) }
    }
}

/// The requesting visitor, if known.
pub(crate) struct Visitor(pub(crate) Option<i64>);

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match AccessToken::from_cookie(&parts.headers) {
            Some(secret) => Ok(Self(app.store.visitor(&secret).await?)),
            None => Ok(Self(None)),
        }
    }
}

/// The address at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        // Without a connection there is a test.
        Ok(Self(connection.map_or(Ipv4Addr::LOCALHOST.into(), |connection| connection.0.ip())))
    }
}

impl FromRequestParts<App> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Peer(peer) = Peer::from_request_parts(parts, app).await?;
        Ok(app.proxies.client(peer, &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::{Body as Stream, Bytes};
    use axum::http::StatusCode;
    use axum::http::header::CONTENT_TYPE;
    use axum::response::IntoResponse as _;
    use serde_json::Value;

    use super::*;

    #[tokio::test]
    async fn a_body_that_does_not_come_is_not_waited_for() {
        let silence = futures_util::stream::pending::<Result<Bytes, Infallible>>();
        let request = Request::post("/").header(CONTENT_TYPE, "application/json");
        let request = request.body(Stream::from_stream(silence)).expect("a request");
        let read = Body::<Value>::within(Duration::from_millis(1), request, &()).await;
        let refused = read.err().expect("a refusal").into_response();
        assert_eq!(refused.status(), StatusCode::REQUEST_TIMEOUT);
    }
}
