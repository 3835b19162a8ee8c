# The page in a container: see docs/hosting.md.
FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /katarenga
COPY . .
RUN cargo build --release --locked --package katarenga

FROM debian:bookworm-slim
RUN useradd --system --home-dir /data --create-home katarenga
COPY --from=build /katarenga/target/release/katarenga /usr/local/bin/katarenga
USER katarenga
VOLUME /data
EXPOSE 4664
ENV KATARENGA_LISTEN=0.0.0.0:4664 KATARENGA_DATABASE=/data/games.sqlite
STOPSIGNAL SIGTERM
# The shell speaks for itself: there is no curl here.
HEALTHCHECK --interval=30s --timeout=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/4664 && printf 'GET /healthz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && grep -q '^ok' <&3"]
CMD ["katarenga", "serve"]
