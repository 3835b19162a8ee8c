//! Why something on the board can't be played: what the page asks.

use axum::http::StatusCode;
use katarenga_rules::GameKind;
use serde_json::{Value, json};

use crate::site::{Site, Visitor, path};

/// What is said of steps in a game as it stands.
async fn refusal(site: &Site, visitor: &mut Visitor, game: &Value, steps: &str) -> Value {
    let address = path(game, &format!("/refusal?path={steps}"));
    visitor.get(site, &address).await.expect(StatusCode::OK)
}

async fn begin(site: &Site, visitor: &mut Visitor, text: &str) -> Value {
    let human = json!({ "player": "human" });
    let body = json!({ "text": text, "white": human, "black": human });
    visitor.post(site, "/api/games", &body).await.expect(StatusCode::CREATED)
}

#[tokio::test]
async fn f19_a_try_that_is_refused_says_why() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let start = "katarenga 1a0-2a0-3a0-4a0 bbbbbbbb/8/8/8/8/8/8/wwwwwwww w w barred=2";
    let bang = "[Game \"big-bang\"]\n[Board \"1a0-2a0-3a0-4a0\"]\n\n1. f6-g7 c4-b5 2. g7-c7 *";
    let tries = [
        (start, "f1,f8", "beyond-stop", json!({ "stop": "f5", "colour": "red", "to": "f8" })),
        (start, "a1,d4", "moves-from-green", json!({ "from": "a1", "to": "d4" })),
        (start, "d1,c1", "own-pawn", json!({ "square": "c1" })),
        (start, "a1,camp", "rule-not-on-far-rank", json!({ "square": "a1" })),
        (start, "e8", "pawn-of-other-side", json!({ "owner": "black", "turn": "white" })),
        (start, "d4", "no-pawn", json!({ "square": "d4" })),
        (start, "pass", "cannot-pass", json!({})),
        ("cornered 2a0 4/4/4/3w b w last=d1", "d1", "occupied", json!({ "square": "d1" })),
        ("cornered 2a0 4/4/4/3w b w last=d1", "a1", "rule-not-en-prise", json!({})),
        (bang, "c4", "no-pawn", json!({ "square": "c4" })),
    ];
    for (text, steps, code, details) in tries {
        let game = begin(&site, &mut visitor, text).await;
        let said = refusal(&site, &mut visitor, &game, steps).await;
        assert_eq!(said["code"], code, "{text} {steps}: {said}");
        for (name, value) in details.as_object().expect("an object") {
            assert_eq!(said["details"][name], *value, "{text} {steps}: {said}");
        }
    }
}

#[tokio::test]
async fn f19_nothing_is_said_against_what_begins_a_legal_move_and_something_against_all_else() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for kind in GameKind::ALL {
        let mut game = visitor.begin(&site, kind.name(), None).await;
        for ply in 0..6 {
            let paths: Vec<Vec<String>> =
                serde_json::from_value(game["position"]["paths"].clone()).expect("paths");
            let length =
                u8::try_from(game["board"]["size"].as_u64().expect("a size")).expect("small");
            let squares = (0..length).flat_map(|file| (1..=length).map(move |rank| (file, rank)));
            let first_steps: Vec<String> = paths.iter().map(|path| path[0].clone()).collect();
            let origin = &first_steps[ply * 7 % first_steps.len()];
            for (file, rank) in squares {
                let square = format!("{}{rank}", char::from(b'a' + file));
                for steps in [vec![square.clone()], vec![origin.clone(), square.clone()]] {
                    let is_legal = paths.iter().any(|path| path.starts_with(&steps));
                    let said = refusal(&site, &mut visitor, &game, &steps.join(",")).await;
                    assert_eq!(said.is_null(), is_legal, "{kind} {steps:?}: {said}");
                    assert!(is_legal || said["code"].is_string(), "{kind} {steps:?}: {said}");
                }
            }
            let deed = json!({ "do": "move", "path": paths[ply * 11 % paths.len()] });
            game = visitor.act(&site, &game, &deed).await.expect(StatusCode::OK);
        }
    }
}

#[tokio::test]
async fn f19_a_pawn_without_a_move_says_so_and_nonsense_is_refused() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    // The pawn in the corner is green: both squares of its jumps hold pawns of its own side.
    let shut = "congress 1a0-2a0-3a0-4a0 bbb5/8/8/8/3wwwww/1w6/2w5/w2bbbbb w w";
    let game = begin(&site, &mut visitor, shut).await;
    let said = refusal(&site, &mut visitor, &game, "a1").await;
    assert_eq!(said["code"], "no-moves-from", "{said}");
    assert_eq!(said["details"]["square"], "a1");
    for nonsense in ["a1,b2,c3,d4", "a1,somewhere", "%F0%9F%92%A9%F0%9F%92%A9"] {
        let address = path(&game, &format!("/refusal?path={nonsense}"));
        visitor.get(&site, &address).await.refused(StatusCode::BAD_REQUEST, "invalid");
    }
    let later = path(&game, "/refusal?path=a1&ply=9");
    visitor.get(&site, &later).await.refused(StatusCode::NOT_FOUND, "not-found");
}
