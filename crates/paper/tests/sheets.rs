//! Puzzles, rules and score sheets.

use katarenga_paper::{Options, Paper, puzzles, rules, score_sheet};
use katarenga_rules::{GameKind, Language};

use crate::reader::{FileRead, PageRead};
use crate::{all_options, some_puzzles};

const FRENCH: Options = Options { paper: Paper::A4, language: Language::French };
const ENGLISH: Options = Options { paper: Paper::Letter, language: Language::English };

/// The margin that printers can't print in, 4 mm.
const EDGE: f32 = 11.3;

/// Fails where something leaves the page, or is too small to read.
fn check_page(page: &PageRead, paper: Paper, what: &str) {
    let (width, height) = paper.size();
    assert!((page.size.0 - width).abs() < 0.01 && (page.size.1 - height).abs() < 0.01, "{what}");
    for piece in &page.texts {
        let (from, to) = (piece.x, piece.x + piece.width);
        assert!(from >= EDGE && to <= width - EDGE, "{what}: `{}` from {from} to {to}", piece.text);
        let (low, high) = (piece.y - 0.3 * piece.size, piece.y + piece.size);
        assert!(low >= EDGE && high <= height - EDGE, "{what}: `{}` at {}", piece.text, piece.y);
        assert!(piece.size >= 7.0, "{what}: `{}` in {}", piece.text, piece.size);
    }
    let inside = |(x, y): &(f32, f32)| *x >= 0.0 && *x <= width && *y >= 0.0 && *y <= height;
    assert!(page.points.iter().all(inside), "{what}: a line leaves the page");
}

/// A text without the blanks at which it may be broken.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn the_rules_of_every_game_fit_on_two_pages() {
    for options in all_options() {
        for kind in GameKind::ALL {
            let what = format!("{kind} {options:?}");
            let file = FileRead::new(&rules(*kind, options));
            assert!((1..=2).contains(&file.pages.len()), "{what}: {} pages", file.pages.len());
            for page in &file.pages {
                check_page(page, options.paper, &what);
            }
            check_words(*kind, options, &file.pages);
            let size = file.pages[0].texts.iter().filter(|piece| piece.text.len() > 30);
            let size = size.map(|piece| piece.size).fold(f32::MAX, f32::min);
            assert!(size >= 8.0, "{what}: type of {size}");
        }
    }
}

/// Fails where a line of prose without signs of Markdown is not on the pages.
fn check_words(kind: GameKind, options: Options, pages: &[PageRead]) {
    let said: String = pages.iter().map(|page| squeezed(&page.text())).collect();
    let mut is_figure = false;
    for line in kind.help(options.language).lines() {
        is_figure = line == "```diagram" || is_figure && line != "```";
        if is_figure || line.contains(['`', '*', '<', '#', '-', '/']) {
            continue;
        }
        // The end of a column may come between the first words and the last.
        let words: Vec<&str> = line.split(' ').take(4).collect();
        assert!(said.contains(&squeezed(&words.join(""))), "{kind} {options:?}: {line}");
    }
}

#[test]
fn rules_have_headings_code_and_captions() {
    let file = FileRead::new(&rules(GameKind::Katarenga, ENGLISH));
    let said: String = file.pages.iter().map(PageRead::text).collect();
    for part in ["House choices", "1a0-2a0-3a0-4a0", "e8-camp", "Captures are barred", "1 / 2"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("<!--") && !said.contains("**") && !said.contains("house:"), "{said}");
}

#[test]
fn french_has_its_accents_and_spaces() {
    let file = FileRead::new(&rules(GameKind::Greengage, FRENCH));
    let said: String = file.pages.iter().map(PageRead::text).collect();
    assert!(said.contains("Déplacement des pions"), "{said}");
    assert!(said.contains("n’importe") && said.contains("«\u{a0}l’Escale"), "{said}");
    assert!(said.contains("quatorze autres dispositions"), "{said}");
    assert!(!said.contains('?'), "each character has its place in the encoding: {said}");
    let file = FileRead::new(&puzzles(&some_puzzles(), FRENCH));
    let front = file.pages[0].text();
    for part in
        ["Problèmes", "À chaque tour", "Les Noirs jouent et gagnent", "2\u{a0}coups à trouver"]
    {
        assert!(front.contains(part), "{part}: {front}");
    }
    assert!(front.contains("vert\u{a0}: comme le cavalier"), "{front}");
}

#[test]
fn puzzles_stand_six_a_page_before_their_solutions() {
    let some = some_puzzles();
    for options in all_options() {
        let file = FileRead::new(&puzzles(&some, options));
        assert_eq!(some.len(), 7);
        assert_eq!(file.pages.len(), 4, "two pages, each with its back");
        for page in &file.pages {
            check_page(page, options.paper, "puzzles");
        }
    }
    let file = FileRead::new(&puzzles(&some, ENGLISH));
    let [front, back, next, _] = file.pages.as_slice() else { panic!("four pages") };
    for part in ["Puzzles", "Cornered", "Black to play and win", "2 moves to find", "level 3"] {
        assert!(front.text().contains(part), "{part}");
    }
    assert!(!front.text().contains("a4 b2"), "the front gives no solution away");
    let solutions = back.text();
    for part in ["1.\u{a0} a4 b2 2.\u{a0} a1", "4.\u{a0} e8-camp", "Solutions"] {
        assert!(squeezed(&solutions).contains(&squeezed(part)), "{part}: {solutions}");
    }
    assert!(next.texts.iter().any(|piece| piece.text == "7"), "numbers go on");
}

#[test]
fn puzzles_of_one_game_have_it_in_the_title() {
    let some = some_puzzles();
    let one = puzzles(&some[..1], FRENCH);
    let file = FileRead::new(&one);
    assert!(file.pages[0].text().starts_with("Problèmes\u{a0}: Cornered "));
    assert_eq!(file.pages.len(), 2);
    assert_eq!(FileRead::new(&puzzles(&[], FRENCH)).pages.len(), 1, "a document has a page");
}

#[test]
fn a_document_says_its_title_and_language() {
    let file = FileRead::new(&score_sheet(Some(GameKind::Quartermaster), ENGLISH));
    assert!(file.dictionary_with("/Title").contains("(Score sheet: Quartermaster)"));
    let catalog = file.dictionary_with("/Catalog");
    assert!(
        catalog.contains("/Lang (en)") && catalog.contains("/DisplayDocTitle true"),
        "{catalog}"
    );
    let file = FileRead::new(&score_sheet(None, FRENCH));
    assert!(file.dictionary_with("/Catalog").contains("/Lang (fr)"));
}

#[test]
fn a_score_sheet_says_what_its_game_counts() {
    for options in [FRENCH, ENGLISH] {
        for kind in GameKind::ALL {
            let page = &FileRead::new(&score_sheet(Some(*kind), options)).pages[0];
            let text: String = page.texts.iter().map(|piece| piece.text.as_str()).collect();
            let (_, score) = text.rsplit_once("Score").unwrap_or_else(|| panic!("{kind}: {text}"));
            // In a house choice a source follows, and no number of points.
            let counted = score.split("point").next().unwrap_or_default();
            assert!(counted.contains('1') && counted.len() < 60, "{kind}: {score}");
        }
    }
}

#[test]
fn a_score_sheet_has_room_for_a_match() {
    for options in all_options() {
        for kind in GameKind::ALL.iter().copied().map(Some).chain([None]) {
            let file = FileRead::new(&score_sheet(kind, options));
            let [page] = file.pages.as_slice() else { panic!("one page") };
            check_page(page, options.paper, "scores");
            assert!(page.texts.iter().any(|piece| piece.text == "18"), "{kind:?} {options:?}");
        }
    }
    let page = &FileRead::new(&score_sheet(Some(GameKind::Cornered), ENGLISH)).pages[0];
    assert!(page.texts.iter().any(|piece| piece.text == "15"), "the target of the rules");
    assert!(
        page.text().contains("Score: the winner gets 1 point for each pawn"),
        "{}",
        page.text()
    );
}

#[test]
fn the_same_sheet_is_the_same_file() {
    let some = some_puzzles();
    assert_eq!(puzzles(&some, FRENCH), puzzles(&some, FRENCH));
    assert_eq!(rules(GameKind::Congress, FRENCH), rules(GameKind::Congress, FRENCH));
}
