//! The words of the sheets, in each language.

use katarenga_engine::puzzles::Goal;
use katarenga_rules::{Colour, Face, GameKind, Language, Quarter, Side};

/// Words that stay the same.
pub(crate) struct Words {
    pub(crate) puzzles: &'static str,
    pub(crate) solutions: &'static str,
    pub(crate) how_to_solve: &'static str,
    pub(crate) after: &'static str,
    pub(crate) boards: &'static str,
    pub(crate) quarterboards: &'static str,
    pub(crate) true_size: &'static str,
    pub(crate) both_sides: &'static str,
    pub(crate) score_sheet: &'static str,
    pub(crate) game: &'static str,
    pub(crate) date: &'static str,
    pub(crate) target: &'static str,
    pub(crate) players: [&'static str; 2],
    pub(crate) white: &'static str,
    pub(crate) black: &'static str,
    pub(crate) points: &'static str,
    pub(crate) sum: &'static str,
    pub(crate) remarks: &'static str,
    pub(crate) how_to_count: &'static str,
}

const ENGLISH: Words = Words {
    puzzles: "Puzzles",
    solutions: "Solutions",
    how_to_solve: "At each turn one move alone reaches the goal. Find it, and then the one after the best answer. \
                   Solutions: next page.",
    after: "The diagrams show the position after the last move.",
    boards: "Boards",
    quarterboards: "Quarterboards",
    true_size: "Print in true size (100 %): this line measures 100 mm.",
    both_sides: "Printed on both sides of the paper, each sheet is a quarterboard with its two faces.",
    score_sheet: "Score sheet",
    game: "Game",
    date: "Date",
    target: "Match to (points)",
    players: ["Player A", "Player B"],
    white: "White",
    black: "Black",
    points: "Points",
    sum: "Sum",
    remarks: "Board, remarks",
    how_to_count: "Write A or B under White and Black, and underline who begins: the first player alternates from \
                   game to game.",
};

const FRENCH: Words = Words {
    puzzles: "Problèmes",
    solutions: "Solutions",
    how_to_solve: "À chaque tour, un seul coup atteint le but. Trouvez-le, puis, après la meilleure réponse, le \
                   suivant. Solutions\u{a0}: page suivante.",
    after: "Les figures montrent la position après le dernier coup.",
    boards: "Tabliers",
    quarterboards: "Quarts de tablier",
    true_size: "Imprimez à la taille réelle (100\u{a0}%)\u{a0}: ce trait mesure 100\u{a0}mm.",
    both_sides: "Imprimée recto verso, chaque feuille est un quart de tablier avec ses deux faces.",
    score_sheet: "Feuille de score",
    game: "Partie",
    date: "Date",
    target: "Match en (points)",
    players: ["Joueur A", "Joueur B"],
    white: "Blancs",
    black: "Noirs",
    points: "Points",
    sum: "Total",
    remarks: "Tablier, remarques",
    how_to_count: "Écrivez A ou B sous Blancs et Noirs, et soulignez qui commence\u{a0}: le premier joueur change à \
                   chaque partie.",
};

/// The words of a language.
pub(crate) const fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
    }
}

/// The name of a game: the heading of its rules.
pub(crate) fn title(kind: GameKind, language: Language) -> &'static str {
    let heading = kind.help(language).lines().next().and_then(|line| line.strip_prefix("# "));
    heading.unwrap_or(kind.info().title)
}

/// What stands before something that it names, such as `Puzzles: Congress`.
pub(crate) fn labelled(label: &str, of: &str, language: Language) -> String {
    let colon = match language {
        Language::English => ":",
        Language::French => "\u{a0}:",
    };
    format!("{label}{colon} {of}")
}

/// Whose turn it is and what is to be reached.
pub(crate) fn goal(goal: Goal, side: Side, language: Language) -> String {
    match language {
        Language::English => {
            let aim = match goal {
                Goal::Win => "and win".to_owned(),
                Goal::Draw => "and not lose".to_owned(),
                Goal::Points(1) => "and win 1 point".to_owned(),
                Goal::Points(points) => format!("and win {points} points"),
            };
            format!("{} to play {aim}", side_name(side, language))
        }
        Language::French => {
            let aim = match goal {
                Goal::Win => "gagnent".to_owned(),
                Goal::Draw => "ne perdent pas".to_owned(),
                Goal::Points(1) => "gagnent 1\u{a0}point".to_owned(),
                Goal::Points(points) => format!("gagnent {points}\u{a0}points"),
            };
            format!("Les {} jouent et {aim}", side_name(side, language))
        }
    }
}

pub(crate) const fn side_name(side: Side, language: Language) -> &'static str {
    let words = words(language);
    match side {
        Side::White => words.white,
        Side::Black => words.black,
    }
}

/// How many moves there are to find.
pub(crate) fn moves_to_find(count: usize, language: Language) -> String {
    match (language, count) {
        (Language::English, 1) => "1 move to find".to_owned(),
        (Language::English, _) => format!("{count} moves to find"),
        (Language::French, 1) => "1\u{a0}coup à trouver".to_owned(),
        (Language::French, _) => format!("{count}\u{a0}coups à trouver"),
    }
}

/// How hard a puzzle is.
pub(crate) fn difficulty(level: u8, language: Language) -> String {
    match language {
        Language::English => format!("level {level}"),
        Language::French => format!("niveau\u{a0}{level}"),
    }
}

/// How a pawn moves from a square of a colour.
pub(crate) const fn movement(colour: Colour, language: Language) -> &'static str {
    match (language, colour) {
        (Language::English, Colour::Red) => "red: like a rook",
        (Language::English, Colour::Yellow) => "yellow: like a bishop",
        (Language::English, Colour::Green) => "green: like a knight",
        (Language::English, Colour::Blue) => "blue: like a king",
        (Language::French, Colour::Red) => "rouge\u{a0}: comme la tour",
        (Language::French, Colour::Yellow) => "jaune\u{a0}: comme le fou",
        (Language::French, Colour::Green) => "vert\u{a0}: comme le cavalier",
        (Language::French, Colour::Blue) => "bleu\u{a0}: comme le roi",
    }
}

/// Which face a quarterboard shows.
pub(crate) fn face(quarter: Quarter, language: Language) -> String {
    let letter = match quarter.face() {
        Face::A => 'a',
        Face::B => 'b',
    };
    match language {
        Language::English => format!("Quarterboard {}, face {letter}", quarter.board()),
        Language::French => format!("Quart de tablier {}, face\u{a0}{letter}", quarter.board()),
    }
}

/// How large the squares of a board are.
pub(crate) fn square_size(millimetres: u8, language: Language) -> String {
    match language {
        Language::English => format!("squares of {millimetres} mm"),
        Language::French => format!("cases de {millimetres}\u{a0}mm"),
    }
}
