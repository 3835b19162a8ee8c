//! What every registered game must have: its own file, its help texts in all languages, known
//! answers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use katarenga_rules::diagram::Figure;
use katarenga_rules::{Bitboard, GameKind, Language};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn names() -> BTreeSet<String> {
    GameKind::ALL.iter().map(|kind| kind.name().to_owned()).collect()
}

/// The names of the files in a folder, without their endings.
fn stems(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries
        .map(|entry| entry.expect("it can be read").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect()
}

/// The `diagram` blocks of a help text.
fn figures(help: &str) -> impl Iterator<Item = &str> {
    help.split("```diagram\n").skip(1).filter_map(|block| block.split("\n```").next())
}

#[test]
fn every_game_is_one_file_of_its_name() {
    let files = stems(&root().join("crates/rules/src/games"));
    let expected = names().into_iter().map(|name| name.replace('-', "_"));
    assert_eq!(files, expected.chain(["mod".to_owned()]).collect());
}

#[test]
fn every_game_has_a_help_text_in_every_language_and_no_other_has() {
    for language in Language::ALL {
        assert_eq!(stems(&root().join("docs/rules").join(language.code())), names());
    }
}

#[test]
fn help_texts_are_complete() {
    for kind in GameKind::ALL {
        let info = kind.info();
        let [english, french] = [Language::English, Language::French].map(|l| kind.help(l));
        for help in [english, french] {
            assert!(help.starts_with(&format!("# {}\n", info.title)), "{kind}");
            assert!(help.contains("David Parlett"), "{kind} names the author of the games");
            assert!(figures(help).count() >= 3, "{kind} has figures");
        }
        for (help, headings) in [
            (english, ["## How pawns move", "## End and score", "## House choices"]),
            (french, ["## Déplacement des pions", "## Fin de partie et score", "## Choix maison"]),
        ] {
            for heading in headings {
                assert!(help.contains(&format!("\n{heading}\n")), "{kind}: {heading}");
            }
        }
        assert!(figures(english).eq(figures(french)), "{kind}: the same figures in both languages");
    }
}

#[test]
fn figures_can_be_read_and_point_at_squares_of_their_boards() {
    for kind in GameKind::ALL {
        for figure in figures(kind.help(Language::English)) {
            let figure: Figure = figure.parse().unwrap_or_else(|error| panic!("{figure}: {error}"));
            let board = &figure.placed.board;
            assert_eq!(figure.marks & !board.squares(), Bitboard::EMPTY, "{kind}");
            if let Some(mv) = figure.last {
                assert!(mv.squares().all(|square| board.squares().contains(square)), "{kind}");
            }
            assert!(figure.diagram().svg().ends_with("</svg>\n"));
        }
    }
}

#[test]
fn every_game_is_described_and_has_known_answers() {
    let answers = [include_str!("data/perft.json"), include_str!("data/games.jsonl")];
    for kind in GameKind::ALL {
        let info = kind.info();
        assert!(!info.title.is_empty() && info.summary.ends_with('.'), "{kind}");
        assert_eq!(kind.name().parse(), Ok(*kind));
        assert_eq!(info.title.parse(), Ok(*kind), "the title reads as the name");
        for known in answers {
            assert!(known.contains(&format!("\"game\":\"{kind}\"")), "{kind} has known answers");
        }
    }
}
