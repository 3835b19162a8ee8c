//! What must hold in every position of every game, checked in games played at random.

mod common;

use common::{random_games, stages, told};

#[test]
fn stats() {
    let mut count = std::collections::BTreeMap::new();
    let t = std::time::Instant::now();
    for game in random_games(1, 50) {
        let e = game.outcome().map(|o| o.reason.key);
        let c = count.entry((game.kind(), e)).or_insert((0, 0));
        c.0 += 1;
        c.1 += game.ply();
    }
    eprintln!("{:?}", t.elapsed());
    let t = std::time::Instant::now();
    let n: usize = random_games(1, 10).map(|game| stages(&game).count()).sum();
    eprintln!("{:?} {n}", t.elapsed());
    for c in count {
        eprintln!("{c:?}");
    }
    let _ = told;
}
