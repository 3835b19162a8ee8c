//! The API by real requests against the real router with a real database.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, Request, StatusCode};
use katarenga_rules::{Game, GameKind, Record, Side};
use serde_json::{Value, json};

use crate::site::{Site, Visitor, command, path};

#[tokio::test]
async fn every_game_is_played_to_its_end_against_the_computer() {
    let site = Site::new().await;
    for kind in GameKind::ALL {
        let mut visitor = Visitor::default();
        let mut game = visitor.begin(&site, kind.name(), Some(1)).await;
        for _ in 0..400 {
            if !game["outcome"].is_null() {
                break;
            }
            game = match game["thinking"].as_bool() {
                Some(true) => visitor.wait(&site, &game).await,
                _ => visitor.play(&site, &game).await.expect(StatusCode::OK),
            };
        }
        // A child who moves at random loses sooner or later, or the game is cut.
        assert!(game["position"]["ply"].as_u64() > Some(3), "{kind}: {game}");
        let record = visitor.get(&site, &path(&game, "/record")).await.text();
        let record = Record::read(&record).expect("it can be read back");
        assert_eq!(record.game.ply() as u64, game["position"]["ply"].as_u64().expect("a number"));
        assert_eq!(record.tag("Black"), Some("computer, level 1"));
        assert_eq!(game["outcome"].is_null(), record.game.outcome().is_none(), "{kind}");
    }
}

#[tokio::test]
async fn what_is_shown_is_what_the_rules_say() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for kind in GameKind::ALL {
        let mut seen = visitor.begin(&site, kind.name(), None).await;
        let start = visitor.get(&site, &path(&seen, "/position")).await.text();
        let mut game = Game::from_position(start.parse().expect("a position"));
        for _ in 0..30 {
            let paths: Vec<Vec<String>> =
                serde_json::from_value(seen["position"]["paths"].clone()).expect("paths");
            let legal = game.legal_moves();
            let expected: Vec<Vec<String>> = legal
                .iter()
                .map(|mv| mv.path().iter().map(ToString::to_string).collect())
                .collect();
            assert_eq!(paths, expected, "{kind}");
            assert_eq!(seen["position"]["turn"], game.turn().to_string());
            let Some(mv) = legal.first() else { break };
            game.play(*mv).expect("legal");
            seen = visitor.play(&site, &seen).await.expect(StatusCode::OK);
            assert_eq!(seen["moves"][game.ply() - 1], mv.to_string());
            assert_eq!(seen["position"]["last"]["text"], mv.to_string());
        }
        let history = visitor.get(&site, &path(&seen, "/history")).await.expect(StatusCode::OK);
        let positions = history["positions"].as_array().expect("a list");
        assert_eq!(positions.len(), game.ply() + 1);
        assert_eq!(positions[game.ply()]["pawns"], seen["position"]["pawns"]);
    }
}

#[tokio::test]
async fn a_game_outlives_the_server() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let mut game = visitor.begin(&site, "congress", None).await;
    for _ in 0..3 {
        game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    }
    game = visitor.act(&site, &game, &json!({ "do": "undo" })).await.expect(StatusCode::OK);
    let site = site.again().await;
    let again = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
    assert_eq!(again, game);
    let redone = visitor.act(&site, &again, &json!({ "do": "redo" })).await.expect(StatusCode::OK);
    assert_eq!(redone["moves"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn undo_and_redo_go_to_the_turn_of_a_person_at_the_screen() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let mut game = visitor.begin(&site, "katarenga", Some(1)).await;
    visitor
        .act(&site, &game, &json!({ "do": "undo" }))
        .await
        .refused(StatusCode::CONFLICT, "nothing-to-undo");
    visitor
        .act(&site, &game, &json!({ "do": "redo" }))
        .await
        .refused(StatusCode::CONFLICT, "nothing-to-redo");
    game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    assert_eq!(game["thinking"], true);
    game = visitor.wait(&site, &game).await;
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(2));
    let moves = game["moves"].clone();
    game = visitor.act(&site, &game, &json!({ "do": "undo" })).await.expect(StatusCode::OK);
    assert_eq!((&game["moves"], &game["undone"]), (&json!([]), &json!(2)));
    game = visitor.act(&site, &game, &json!({ "do": "redo" })).await.expect(StatusCode::OK);
    assert_eq!((&game["moves"], &game["undone"]), (&moves, &json!(0)));
}

#[tokio::test]
async fn a_match_goes_on_with_the_first_player_alternating() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let seats = json!({ "player": "human" });
    let body = json!({
        "kind": "cornered", "board": "2a0", "white": seats, "black": seats, "target": 8,
    });
    let mut game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
    visitor
        .post(&site, &path(&game, "/next"), &json!({}))
        .await
        .refused(StatusCode::CONFLICT, "goes-on");
    for number in 1..=3 {
        assert_eq!(game["match"]["number"], number);
        assert_eq!(game["first"], if number % 2 == 1 { "white" } else { "black" });
        for square in ["d1", "b2", "a1"] {
            game = visitor
                .act(&site, &game, &json!({ "do": "move", "path": [square] }))
                .await
                .expect(StatusCode::OK);
        }
        assert_eq!(game["outcome"]["points"], 3);
        if number < 3 {
            assert_eq!(game["can"]["next"], true);
            let address = path(&game, "/next");
            let next = visitor.post(&site, &address, &json!({ "board": "same" })).await;
            let next = next.expect(StatusCode::CREATED);
            let same = visitor.post(&site, &address, &json!({ "board": "random" })).await;
            assert_eq!(same.expect(StatusCode::CREATED)["id"], next["id"], "asked twice");
            assert_eq!(next["match"]["previous"], game["id"]);
            game = next;
        }
    }
    // White won the first and the third game, three points each, and Black the second.
    assert_eq!((&game["match"]["white"], &game["match"]["black"]), (&json!(6), &json!(3)));
    assert_eq!(game["match"]["winner"], Value::Null);
    game = visitor.post(&site, &path(&game, "/next"), &json!({})).await.expect(StatusCode::CREATED);
    game = visitor
        .act(&site, &game, &json!({ "do": "resign", "side": "black" }))
        .await
        .expect(StatusCode::OK);
    assert_eq!(game["outcome"]["reason"], "resignation");
    // Nothing was on the board: no points, and the match goes on.
    assert_eq!(game["match"]["winner"], Value::Null);
    game = visitor.post(&site, &path(&game, "/next"), &json!({})).await.expect(StatusCode::CREATED);
    for square in ["d1", "c3"] {
        let deed = json!({ "do": "move", "path": [square] });
        game = visitor.act(&site, &game, &deed).await.expect(StatusCode::OK);
    }
    game = visitor
        .act(&site, &game, &json!({ "do": "resign", "side": "black" }))
        .await
        .expect(StatusCode::OK);
    assert_eq!(game["match"]["winner"], "white", "{game}");
    assert_eq!(game["can"]["next"], false);
    visitor
        .post(&site, &path(&game, "/next"), &json!({}))
        .await
        .refused(StatusCode::CONFLICT, "match-over");
}

#[tokio::test]
async fn records_and_positions_come_in_and_go_out() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let data = include_str!("../../../rules/tests/data/games.jsonl");
    let mut seen = 0;
    for line in data.lines().step_by(7) {
        let known: Value = serde_json::from_str(line).expect("a game");
        let moves: Vec<&str> =
            known["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        let layout = known["layout"].as_str().map(|name| format!("[Layout \"{name}\"]\n"));
        let text = format!(
            "[Game {}]\n[Board {}]\n[First {}]\n{}\n{}\n",
            known["game"],
            known["board"],
            known["first"],
            layout.unwrap_or_default(),
            moves.join(" ")
        );
        let Ok(record) = Record::read(&text) else { continue };
        seen += 1;
        let body = json!({
            "text": text, "white": { "player": "human" }, "black": { "player": "human" },
        });
        let read = visitor.post(&site, "/api/read", &json!({ "text": text })).await;
        let read = read.expect(StatusCode::OK);
        assert_eq!((&read["what"], &read["plies"]), (&json!("record"), &json!(moves.len())));
        let game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
        let out = visitor.get(&site, &path(&game, "/record")).await.text();
        assert_eq!(
            Record::read(&out).expect("a record").game.moves().collect::<Vec<_>>(),
            record.game.moves().collect::<Vec<_>>()
        );
        let position = visitor.get(&site, &path(&game, "/position")).await.text();
        assert_eq!(position, record.game.board_position().to_string());
        let read = visitor.post(&site, "/api/read", &json!({ "text": position })).await;
        assert_eq!(read.expect(StatusCode::OK)["what"], "position");
    }
    assert!(seen >= 30, "{seen}");
}

#[tokio::test]
async fn faults_of_a_record_have_their_lines() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let text = "[Game \"congress\"]\n[Board \"1a0-2a0-3a0-4a0\"]\n\n1. a4-b5\n2. z9\n";
    let refused = visitor.post(&site, "/api/read", &json!({ "text": text })).await;
    let body = refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "record");
    assert!(body["details"]["faults"][0]["line"].as_u64() >= Some(4), "{body}");
    let refused = visitor.post(&site, "/api/read", &json!({ "text": "congress nonsense" })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn pictures_can_be_taken_away() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "big-bang", None).await;
    let svg = visitor.get(&site, &path(&game, "/diagram.svg?flip=true")).await;
    assert_eq!(svg.headers[CONTENT_TYPE], "image/svg+xml");
    assert!(svg.text().starts_with("<svg"), "{}", svg.text());
    let png = visitor.get(&site, &path(&game, "/diagram.png?width=300")).await;
    assert_eq!(png.headers[CONTENT_TYPE], "image/png");
    assert_eq!(png.bytes[..4], *b"\x89PNG");
    let huge = visitor.get(&site, &path(&game, "/diagram.png?width=4000000000")).await;
    assert_eq!(huge.status, StatusCode::OK, "as wide as can be");
    let later = visitor.get(&site, &path(&game, "/diagram.svg?ply=1")).await;
    later.refused(StatusCode::NOT_FOUND, "not-found");
}

#[tokio::test]
async fn the_analyst_tells_what_is_proven_and_what_it_sees() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "cornered", None).await;
    let told = visitor.get(&site, &path(&game, "/analysis?lines=2")).await;
    assert_eq!(told.headers[CONTENT_TYPE], "text/event-stream");
    let text = told.text();
    let last = text.lines().rev().find_map(|line| line.strip_prefix("data: ")).expect("a report");
    let report: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(report["done"], true);
    assert_eq!(report["proven"]["winner"], "white");
    assert_eq!(report["proven"]["first"], true);
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["verdicts"].as_array().map(Vec::len), Some(16));
    // rules.md, section 5: these first squares win on 1a.
    let winning: Vec<&Value> = report["verdicts"]
        .as_array()
        .expect("verdicts")
        .iter()
        .filter(|verdict| verdict["wins"] == true)
        .map(|verdict| &verdict["path"][0])
        .collect();
    for square in ["a2", "d1", "d4"] {
        assert!(winning.contains(&&json!(square)), "{winning:?}");
    }
    assert_eq!(winning.len(), 3);
    let played = visitor.play(&site, &game).await.expect(StatusCode::OK);
    let graph = visitor.get(&site, &path(&played, "/graph")).await.text();
    let points: Vec<Value> = graph
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).expect("JSON"))
        .collect();
    assert_eq!(points.len(), 3);
    assert_eq!((&points[0]["ply"], &points[0]["share"]), (&json!(0), &json!(1.0)));
    assert_eq!(points[2], json!({ "done": true }));
}

#[tokio::test]
async fn rules_come_in_both_languages_with_figures() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for kind in GameKind::ALL {
        for (language, word) in [("en", "Sources"), ("fr", "Choix maison")] {
            let rules = visitor.get(&site, &format!("/api/rules/{kind}?lang={language}")).await;
            let rules = rules.expect(StatusCode::OK);
            assert!(rules["html"].as_str().is_some_and(|html| html.contains(word)), "{kind}");
            assert!(rules["figures"].as_array().is_some_and(|figures| figures.len() >= 2));
        }
    }
    let refused = visitor.get(&site, "/api/rules/chess").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// A client can list the games in groups, and offer the two colours that make a layout.
#[tokio::test]
async fn kinds_stand_beside_those_of_their_group_and_name_the_colours_of_layouts() {
    let site = Site::new().await;
    let kinds = Visitor::default().get(&site, "/api/kinds").await.expect(StatusCode::OK);
    let kinds = kinds.as_array().expect("a list");
    assert_eq!(kinds.len(), GameKind::ALL.len());
    let mut groups: Vec<&Value> = kinds.iter().map(|kind| &kind["group"]).collect();
    groups.dedup();
    assert_eq!(groups, ["race", "gather", "place", "capture"]);
    for kind in kinds {
        let pairs = kind["colour_layouts"].as_array().expect("a list");
        let layouts: Value = pairs.iter().map(|pair| pair["layout"].clone()).collect();
        assert!(pairs.is_empty() || layouts == kind["layouts"]);
        for pair in pairs {
            let [start, target] =
                ["start", "target"].map(|end| pair[end].as_str().expect("a colour"));
            assert_eq!(pair["layout"], format!("{start}-{target}"));
        }
    }
}

#[tokio::test]
async fn boards_are_described_and_judged() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let board = visitor.get(&site, "/api/board?code=1A0-2a0-3a0-4a0&kind=big-bang").await;
    let board = board.expect(StatusCode::OK);
    assert_eq!(board["board"]["code"], "1a0-2a0-3a0-4a0");
    assert_eq!(board["board"]["quarters"], json!(["1a0", "2a0", "3a0", "4a0"]));
    assert!(board["board"]["colours"].as_str().is_some_and(|all| all.starts_with("RYBGRYGB")));
    assert_eq!(board["unsuitable"], Value::Null);
    let board = visitor.get(&site, "/api/board?code=2a0&kind=big-bang").await;
    assert!(board.expect(StatusCode::OK)["unsuitable"]["code"].is_string());
    for code in ["", "nonsense", "1a0-1a0-3a0-4a0", "9z9", &"R".repeat(3000)] {
        let refused = visitor.get(&site, &format!("/api/board?code={code}")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{code}");
    }
    for kind in GameKind::ALL {
        let first = visitor.get(&site, &format!("/api/board/random?kind={kind}&seed=5")).await;
        let again = visitor.get(&site, &format!("/api/board/random?kind={kind}&seed=5")).await;
        let first = first.expect(StatusCode::OK);
        assert_eq!(first, again.expect(StatusCode::OK));
        assert_eq!(first["unsuitable"], Value::Null);
    }
    let quarters = visitor.get(&site, "/api/quarters").await.expect(StatusCode::OK);
    assert_eq!(quarters.as_array().map(Vec::len), Some(8));
    let kinds = visitor.get(&site, "/api/kinds").await.expect(StatusCode::OK);
    assert_eq!(kinds.as_array().map(Vec::len), Some(GameKind::ALL.len()));
}

/// What a player agrees to must be seen: some layouts have the same start.
#[tokio::test]
async fn the_layout_is_told_wherever_a_game_is_and_stays_in_a_match() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let seats = json!({ "player": "human" });
    for (text, layout) in [
        ("isolation 1a0-2a0-3a0-4a0 8/8/8/8/8/8/8/w7 b w layout=opposites", "opposites"),
        (
            "greengage 1a0-2a0-3a0-4a0 b3b3/1b4b1/3b3b/2b2b2/w3w3/3w3w/2w3w1/1w4w1 b w layout=red-blue",
            "red-blue",
        ),
    ] {
        let body = json!({ "text": text, "white": seats, "black": seats });
        let game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
        assert_eq!(game["layout"], layout);
        let listed = visitor.get(&site, "/api/games").await.expect(StatusCode::OK);
        let found = listed["games"].as_array().expect("a list").iter();
        let mut layouts = found.filter(|one| one["id"] == game["id"]).map(|one| &one["layout"]);
        assert_eq!(layouts.next(), Some(&json!(layout)));
        let resignation = json!({ "do": "resign", "side": "black" });
        let game = visitor.act(&site, &game, &resignation).await.expect(StatusCode::OK);
        let next = visitor.post(&site, &path(&game, "/next"), &json!({})).await;
        assert_eq!(next.expect(StatusCode::CREATED)["layout"], layout);
    }
    for (kind, layout) in [("greengage", json!("green-red")), ("congress", Value::Null)] {
        let body = json!({ "kind": kind, "layout": layout, "side": "white" });
        let made = visitor.post(&site, "/api/invitations", &body).await;
        assert_eq!(made.expect(StatusCode::CREATED)["layout"], layout, "{kind}");
    }
}

#[tokio::test]
async fn a_board_shows_the_start_of_each_layout() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for kind in GameKind::ALL {
        let layouts = kind.info().layout_names().map(Some);
        for layout in layouts.chain([None]) {
            let ask = layout.map_or(String::new(), |name| format!("&layout={name}"));
            let asked = format!("/api/board/random?kind={kind}&seed=5{ask}");
            let shown = visitor.get(&site, &asked).await.expect(StatusCode::OK);
            let code = &shown["board"]["code"];
            let game = json!({
                "kind": kind.name(), "board": code, "layout": layout, "first": "white",
                "white": { "player": "human" }, "black": { "player": "human" },
            });
            let game = visitor.post(&site, "/api/games", &game).await.expect(StatusCode::CREATED);
            for of_start in ["pawns", "marks", "counters", "turn"] {
                assert_eq!(shown["start"][of_start], game["position"][of_start], "{asked}");
            }
        }
    }
    for (query, code) in [
        ("kind=greengage&layout=red-red", "unknown-layout"),
        ("kind=congress&layout=halves", "only-one-layout"),
        ("kind=ludo", "unknown-game"),
    ] {
        let asked = format!("/api/board?code=1a0-2a0-3a0-4a0&{query}");
        let refused = visitor.get(&site, &asked).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refused["code"], code, "{query}");
    }
    let without_game = visitor.get(&site, "/api/board?code=2a0").await.expect(StatusCode::OK);
    assert_eq!(without_game["start"], Value::Null);
    let unsuitable = visitor.get(&site, "/api/board?code=2a0&kind=congress").await;
    assert_eq!(unsuitable.expect(StatusCode::OK)["start"], Value::Null);
}

#[tokio::test]
async fn lists_have_the_games_of_the_visitor() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (Visitor::default(), Visitor::default());
    for _ in 0..25 {
        ann.begin(&site, "congress", None).await;
    }
    let game = bob.begin(&site, "cornered", None).await;
    let resign = json!({ "do": "resign", "side": "white" });
    bob.act(&site, &game, &resign).await.expect(StatusCode::OK);
    let page = |number: u32| format!("/api/games?page={number}");
    let first = ann.get(&site, &page(1)).await.expect(StatusCode::OK);
    assert_eq!((first["games"].as_array().map(Vec::len), &first["pages"]), (Some(20), &json!(2)));
    let second = ann.get(&site, &page(2)).await.expect(StatusCode::OK);
    assert_eq!(second["games"].as_array().map(Vec::len), Some(5));
    let none = ann.get(&site, "/api/games?page=4000000000").await.expect(StatusCode::OK);
    assert_eq!(none["games"], json!([]));
    let ended = bob.get(&site, "/api/games?list=ended").await.expect(StatusCode::OK);
    assert_eq!(ended["games"][0]["outcome"]["winner"], Side::Black.to_string());
    let nobody = Visitor::default().get(&site, "/api/games").await.expect(StatusCode::OK);
    assert_eq!(nobody, json!({ "games": [], "pages": 0, "count": 0, "size": 20 }));
    let deleted = bob.ask(&site, Method::DELETE, &path(&game, ""), None).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    bob.get(&site, &path(&game, "")).await.refused(StatusCode::NOT_FOUND, "not-found");
}

#[tokio::test]
async fn other_visitors_may_look_at_a_game_and_not_act() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (Visitor::default(), Visitor::default());
    let game = ann.begin(&site, "congress", None).await;
    bob.begin(&site, "congress", None).await;
    for visitor in [&mut bob, &mut Visitor::default()] {
        let seen = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
        assert_eq!((&seen["yours"], &seen["can"]["move"]), (&json!(false), &json!(false)));
        assert_eq!(seen["can"]["resign"], json!([]));
        let refused = visitor.play(&site, &game).await;
        refused.refused(StatusCode::FORBIDDEN, "not-yours");
        let refused = visitor.post(&site, &path(&game, "/next"), &json!({})).await;
        refused.refused(StatusCode::FORBIDDEN, "not-yours");
        let refused = visitor.ask(&site, Method::DELETE, &path(&game, ""), None).await;
        refused.refused(StatusCode::FORBIDDEN, "not-yours");
    }
    let same = ann.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
    assert_eq!(same["revision"], 0);
}

#[tokio::test]
async fn other_sites_may_frame_what_is_embedded_and_nothing_else() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for address in ["/embed", "/embed/unknown", "/embed/unknown?lang=fr&ply=3"] {
        let page = visitor.get(&site, address).await;
        assert_eq!(page.status, StatusCode::OK, "{address}");
        let policy = page.headers[CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned();
        assert!(policy.ends_with("frame-ancestors *"), "{policy}");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
        assert!(!page.headers.contains_key("set-cookie"), "{address}");
        // The router of the page would lead out of what may be framed.
        assert!(!page.text().contains("/router.js"), "{}", page.text());
    }
    for address in ["/embed/", "/embed/a/b", "/embedded", "/embed/../", "/assets/x/embed.html"] {
        let other = visitor.get(&site, address).await;
        let policy = other.headers[CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned();
        assert!(policy.contains("frame-ancestors 'none'"), "{address}: {policy}");
    }
}

#[tokio::test]
async fn the_page_is_safe_and_its_assets_are_kept() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for address in ["/", "/new/congress", "/game/unknown", "/rules/congress", "/open", "/about"] {
        let page = visitor.get(&site, address).await;
        assert_eq!(page.status, StatusCode::OK, "{address}");
        assert_eq!(page.headers[CACHE_CONTROL], "no-store");
        let policy = page.headers[CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned();
        // WebAssembly is no script, and nothing else that is called unsafe is allowed.
        let others = policy.replace("'wasm-unsafe-eval'", "");
        assert!(
            !others.contains("unsafe") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert_eq!(page.headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(!page.text().contains("{{assets}}"));
    }
    let page = visitor.get(&site, "/game/unknown").await.text();
    for module in ["main.js", "screens/game.js", "board/board.js", "i18n.js"] {
        assert_eq!(
            page.matches(&format!("/{module}\">")).count(),
            1,
            "{module} is fetched at once"
        );
    }
    assert!(!page.contains("screens/home.js"), "{page}");
    let assets: Vec<&str> =
        page.split('"').filter(|part| part.starts_with("/assets/") && part.contains('.')).collect();
    assert!(!assets.is_empty(), "{page}");
    for address in assets {
        let request = Request::get(address).header("accept-encoding", "gzip");
        let asset = site.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(asset.status, StatusCode::OK, "{address}");
        assert!(asset.headers[CACHE_CONTROL].to_str().expect("text").contains("immutable"));
        let is_small = asset.bytes.len() < 512 || address.contains(".png");
        assert!(is_small || asset.headers.contains_key(CONTENT_ENCODING), "{address}");
    }
    let api = visitor.get(&site, "/api/openapi.json").await.expect(StatusCode::OK);
    assert!(api["paths"]["/api/games/{id}/commands"]["post"].is_object());
    let readable = visitor.get(&site, "/api").await.text();
    for address in api["paths"].as_object().expect("paths").keys() {
        assert!(readable.contains(address), "{address}");
    }
}

#[tokio::test]
async fn a_request_sent_again_is_carried_out_once() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", None).await;
    let deed = json!({ "do": "move", "path": game["position"]["paths"][0] });
    let body = command(&game, &deed);
    let first = visitor.post(&site, &path(&game, "/commands"), &body).await.expect(StatusCode::OK);
    let again = visitor.post(&site, &path(&game, "/commands"), &body).await.expect(StatusCode::OK);
    assert_eq!(first["revision"], 1);
    assert_eq!(again["moves"], first["moves"]);
    // The same in another's name is another command, and comes too late.
    let late = visitor.act(&site, &game, &deed).await;
    let late = late.refused(StatusCode::CONFLICT, "stale");
    assert_eq!(late["details"]["revision"], 1);
}
