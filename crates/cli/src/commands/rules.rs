//! `katarenga rules`

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use katarenga_rules::diagram::Figure;
use katarenga_rules::{GameKind, Language};

use crate::args::game_parser;
use crate::board_text::{BoardText, legend};
use crate::error::Failure;
use crate::language;

/// Options of `rules`.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    game: GameKind,
    /// The language [default: that of the environment, as `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or
    /// `LANG` has it, such as LANG=fr_FR.UTF-8; else English]
    #[arg(long, value_name = "LANGUAGE", value_parser = language_parser(), ignore_case = true)]
    lang: Option<Language>,
}

pub(super) fn language_parser() -> impl TypedValueParser<Value = Language> {
    let codes = Language::ALL.map(Language::code);
    PossibleValuesParser::new(codes).try_map(|code| code.parse::<Language>())
}

pub(crate) fn run(args: &RulesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let language = args.lang.unwrap_or_else(language::of_environment);
    Ok(write(args.game, language, out)?)
}

const BOLD: Style = Style::new().bold();
const ITALIC: Style = Style::new().italic();

/// Writes the rules of a game: headings and emphasis in the styles of a terminal, `diagram` blocks
/// as boards, with a legend after the first and what is said below it.
pub(super) fn write(game: GameKind, language: Language, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = game.help(language).lines();
    let (mut is_drawn, mut unexplained) = (false, Some(legend(language)));
    while let Some(line) = lines.next() {
        if line == "```diagram" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            write!(out, "{}", diagram(&block.join("\n"), language))?;
            is_drawn = true;
        } else if line.starts_with('#') {
            writeln!(out, "{BOLD}{}{BOLD:#}", line.trim_start_matches('#').trim_start())?;
        } else {
            if line.is_empty()
                && is_drawn
                && let Some(legend) = unexplained.take()
            {
                write!(out, "\n{legend}")?;
            }
            writeln!(out, "{}", styled(line))?;
        }
    }
    Ok(())
}

/// A line of prose without the signs of Markdown: `**bold**`, `*italic*`, code and comments.
fn styled(line: &str) -> String {
    let line = without_comments(line);
    let mut text = String::new();
    for (index, part) in line.split('`').enumerate() {
        let is_code = index % 2 == 1;
        if is_code {
            text.push_str(part);
        } else {
            text.push_str(&emphasised(&emphasised(part, "**", BOLD), "*", ITALIC));
        }
    }
    text
}

/// `line` without its comments, which the texts have on one line each.
fn without_comments(line: &str) -> String {
    let mut parts = line.split("<!--");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once("-->").map_or("", |(_, after)| after));
    rest.fold(first, |text, part| text + part)
}

/// `text` with what stands between pairs of `sign` in `style`.
fn emphasised(text: &str, sign: &str, style: Style) -> String {
    let parts: Vec<&str> = text.split(sign).collect();
    if parts.len().is_multiple_of(2) {
        // An unpaired sign is one of the text's own.
        return text.to_owned();
    }
    let part = |(index, part): (usize, &&str)| match index % 2 {
        0 => (*part).to_owned(),
        _ => format!("{style}{part}{style:#}"),
    };
    parts.iter().enumerate().map(part).collect()
}

/// A `diagram` block as a board. The tests read every block of every text; one that can't be read
/// is shown as it stands.
fn diagram(block: &str, language: Language) -> String {
    match block.parse::<Figure>() {
        Ok(Figure { placed, marks, last }) => {
            let position = Some(&placed.position);
            BoardText { position, last, marks, language, ..BoardText::new(&placed.board) }
                .to_string()
        }
        Err(_) => format!("{block}\n"),
    }
}
