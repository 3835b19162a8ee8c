//! What every registered game must have: its own file, its help texts in all languages, known
//! answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use katarenga_rules::diagram::Figure;
use katarenga_rules::{Bitboard, Board, Game, GameKind, Group, Language, Setup, SetupError};

use crate::common::setups;

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
    let answers = [
        concat!(include_str!("data/perft.json"), include_str!("data/perft-2.json")),
        concat!(include_str!("data/games.jsonl"), include_str!("data/games-2.jsonl")),
    ];
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

/// What names a house choice in `docs/rules.md`, after its mark, and in the help texts.
const HOUSE: &str = "<!--house:";

/// What follows each `sign` in `text`, up to `end`.
fn each<'a>(text: &'a str, sign: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(sign).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

/// The house choices of each game in `docs/rules.md`: those of its own section, and those that all
/// games share, which say for which games they hold.
fn marked_choices() -> BTreeMap<String, BTreeSet<String>> {
    let rules = fs::read_to_string(root().join("docs/rules.md")).expect("the rules are there");
    let shared = each(&rules, "\n## 3. ", "\n## ").next().expect("what all games share");
    let mut choices = BTreeMap::<_, BTreeSet<_>>::new();
    for choice in each(shared, HOUSE, "-->") {
        let mut words = choice.split(' ').map(str::to_owned);
        let name = words.next().expect("the name of the choice");
        for game in words {
            choices.entry(game).or_default().insert(name.clone());
        }
    }
    for section in each(&rules, "\n### 4.", "\n#") {
        let marks = section.matches("[house").count();
        assert_eq!(marks, section.matches(HOUSE).count(), "each mark is named: {section}");
        let title = section.split_once(' ').map_or("", |(_, title)| title);
        let kind = GameKind::ALL.iter().find(|kind| title.starts_with(kind.info().title));
        let kind = kind.unwrap_or_else(|| panic!("a section of a game: {section}"));
        let own = each(section, HOUSE, "-->").map(str::to_owned);
        choices.entry(kind.name().to_owned()).or_default().extend(own);
    }
    assert_eq!(
        shared.matches("[house").count(),
        shared.matches(HOUSE).count(),
        "each mark is named"
    );
    choices
}

/// The house choices of a help text, in their order: one for each entry of the list.
fn listed_choices<'a>(help: &'a str, heading: &'a str) -> Vec<&'a str> {
    let section = each(help, heading, "\n## ").next().expect("a section of house choices");
    let entries = each(section, "\n- **", "\n\n").map(|entry| entry.split("\n- ").next());
    entries
        .map(|entry| {
            let entry = entry.expect("an entry has text");
            each(entry, HOUSE, "-->").next().unwrap_or_else(|| panic!("without a name: {entry}"))
        })
        .collect()
}

#[test]
fn f36_every_house_choice_of_the_rules_is_named_as_such_in_both_languages() {
    let marked = marked_choices();
    for kind in GameKind::ALL {
        let expected = marked.get(kind.name()).cloned().unwrap_or_default();
        let english = listed_choices(kind.help(Language::English), "\n## House choices\n");
        let french = listed_choices(kind.help(Language::French), "\n## Choix maison\n");
        assert_eq!(english, french, "{kind}: the same choices in the same order");
        let listed: BTreeSet<String> = english.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(listed.len(), english.len(), "{kind}: each once");
        assert_eq!(listed, expected, "{kind}: those of docs/rules.md");
    }
}

#[test]
fn f36_repetition_and_resignation_are_house_choices_where_they_can_happen() {
    let marked = marked_choices();
    let with = |name: &str| -> Vec<&str> {
        let games = marked.iter().filter(|(_, choices)| choices.contains(name));
        games.map(|(game, _)| game.as_str()).collect()
    };
    // The sheet of Cornered and Quartermaster speaks of resigning itself.
    let expected = |has: fn(&str) -> bool| -> Vec<&str> {
        let names = GameKind::ALL.iter().map(|kind| kind.name()).filter(|name| has(name));
        names.collect::<BTreeSet<_>>().into_iter().collect()
    };
    let resigning = |name: &str| !["cornered", "quartermaster"].contains(&name);
    assert_eq!(with("resignation"), expected(resigning));
    let repeating = |name: &str| {
        !["battle-stations", "cornered", "isolation", "quartermaster", "troika"].contains(&name)
    };
    assert_eq!(with("repetition"), expected(repeating));
}

#[test]
fn f36_each_text_names_its_sources_and_those_to_thank() {
    for kind in GameKind::ALL {
        for language in Language::ALL {
            let help = kind.help(language).replace('\n', " ");
            assert!(
                help.contains("https://www.parlettgames.uk"),
                "{kind} names the author's pages"
            );
            // No sheet of ours is about the base game.
            if kind.name() != "katarenga" {
                assert!(help.contains("François Haffner"), "{kind} names the translator");
                assert!(help.contains("l’Escale à jeux"), "{kind} names the game library");
            }
        }
    }
    let remarks = [
        ("cornered", "Ariel Arbiser"),
        ("cornered", "Universidad Nacional de San Martín"),
        ("north-west-passage", "wikipedia.org/wiki/"),
    ];
    for (game, remark) in remarks {
        let kind: GameKind = game.parse().expect("a game");
        for language in Language::ALL {
            assert!(kind.help(language).replace("\n  ", " ").contains(remark), "{game}: {remark}");
        }
    }
}

#[test]
fn f36_the_remarks_of_the_sheets_stand_in_both_languages() {
    for kind in GameKind::ALL {
        let count = |language, heading| {
            let remarks = each(kind.help(language), heading, "\n## ").next();
            remarks.map_or(0, |remarks| remarks.matches("\n- ").count())
        };
        let english = count(Language::English, "\n## Remarks\n");
        assert_eq!(english, count(Language::French, "\n## Remarques\n"), "{kind}");
        let sheets = ["north-west-passage", "cornered", "quartermaster", "battle-stations"];
        assert!(english > 0 || !sheets.contains(&kind.name()), "{kind}: its sheet has remarks");
    }
}

#[test]
fn every_group_has_games_and_a_name_of_its_own() {
    for group in Group::ALL {
        assert!(GameKind::ALL.iter().any(|kind| kind.info().group == group), "{group:?}");
    }
    assert_eq!(BTreeSet::from(Group::ALL.map(Group::name)).len(), Group::ALL.len());
}

#[test]
fn every_layout_of_a_game_is_known_again_and_others_are_refused() {
    for kind in GameKind::ALL.iter().copied() {
        let board = Board::new(kind.default_board());
        let start = |layout| kind.start(&board, Setup { layout, ..Setup::default() });
        let layouts = kind.info().starts();
        for setup in setups(kind) {
            let game = Game::new(kind, board.code(), setup).expect("it has this layout");
            assert_eq!(game.setup(), Some(setup), "{kind}");
        }
        for layout in [layouts, u8::MAX] {
            let refused = start(layout);
            assert!(matches!(refused, Err(SetupError::NoLayout { .. })), "{kind}: {refused:?}");
        }
    }
}
