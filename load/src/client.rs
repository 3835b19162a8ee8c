//! Requests to the server.

use std::net::SocketAddr;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use hyper::{Method, Request, StatusCode};
use hyper_util::client::legacy::Client as Http;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

use crate::Error;

/// Speaks with a server.
#[derive(Clone)]
pub(crate) struct Client {
    http: Http<HttpConnector, Full<Bytes>>,
    address: SocketAddr,
    /// For whom it asks, as a proxy says.
    asks_for: Option<&'static str>,
}

/// What it answered.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) cookie: Option<String>,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn json(&self) -> Result<Value, Error> {
        if !self.status.is_success() {
            return Err(format!("{}: {}", self.status, String::from_utf8_lossy(&self.body)).into());
        }
        Ok(serde_json::from_slice(&self.body)?)
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        Self { http: Http::builder(TokioExecutor::new()).build(connector), address, asks_for: None }
    }

    /// The same, asking for an address as a proxy does.
    pub(crate) fn of(self, address: &'static str) -> Self {
        Self { asks_for: Some(address), ..self }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The names of all kinds of games.
    pub(crate) async fn kinds(&self) -> Result<Vec<String>, Error> {
        let kinds = self.get("/api/kinds", "").await?.json()?;
        let names = kinds.as_array().into_iter().flatten();
        let names: Vec<String> =
            names.filter_map(|kind| kind["name"].as_str()).map(str::to_owned).collect();
        if names.is_empty() { Err("the server knows no games".into()) } else { Ok(names) }
    }

    pub(crate) async fn get(&self, path: &str, cookie: &str) -> Result<Answer, Error> {
        self.ask(Method::GET, path, cookie, Bytes::new()).await
    }

    pub(crate) async fn post(
        &self,
        path: &str,
        cookie: &str,
        body: &Value,
    ) -> Result<Answer, Error> {
        self.ask(Method::POST, path, cookie, body.to_string().into()).await
    }

    pub(crate) async fn put(
        &self,
        path: &str,
        cookie: &str,
        body: &Value,
    ) -> Result<Answer, Error> {
        self.ask(Method::PUT, path, cookie, body.to_string().into()).await
    }

    /// Reads an answer until something stands in it, or to its end.
    pub(crate) async fn read_until(
        &self,
        path: &str,
        is_there: impl Fn(&str) -> bool,
    ) -> Result<(), Error> {
        let mut body = self.send(Method::GET, path, "", Bytes::new()).await?.into_body();
        let mut read = Vec::new();
        while let Some(frame) = body.frame().await {
            read.extend_from_slice(frame?.data_ref().map_or(&[][..], |bytes| bytes));
            if is_there(&String::from_utf8_lossy(&read)) {
                break;
            }
        }
        Ok(())
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        cookie: &str,
        body: Bytes,
    ) -> Result<Answer, Error> {
        let response = self.send(method, path, cookie, body).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let cookie = headers.get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        let body = response.into_body().collect().await?.to_bytes();
        Ok(Answer { status, cookie, body })
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        cookie: &str,
        body: Bytes,
    ) -> Result<hyper::Response<hyper::body::Incoming>, Error> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address))
            .header(CONTENT_TYPE, "application/json")
            .header(COOKIE, cookie);
        if let Some(address) = self.asks_for {
            request = request.header("x-forwarded-for", address);
        }
        Ok(self.http.request(request.body(Full::new(body))?).await?)
    }
}
