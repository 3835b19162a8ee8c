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
CMD ["katarenga", "serve"]
