//! `katarenga sheet`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use katarenga_engine::puzzles::Puzzle;
use katarenga_paper::{self as paper, Options, PUZZLES_A_PAGE, Paper};
use katarenga_rules::{BoardCode, GameKind, Language, Quarters, counted};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::puzzles::file;
use super::rules::language_parser;
use crate::args::{choose_board, game_parser, is_random};
use crate::error::Failure;
use crate::{files, language};

/// Options of `sheet`.
#[derive(Args, Debug)]
pub(crate) struct SheetArgs {
    #[command(subcommand)]
    what: Sheet,
}

/// What is printed.
#[derive(Subcommand, Debug)]
enum Sheet {
    /// Puzzles of a file, six a page, and after each page one with their solutions
    #[command(after_help = "\
Examples:
  katarenga sheet puzzles puzzles.txt --output puzzles.pdf
  katarenga sheet puzzles puzzles.txt --game cornered --count 12 --seed 3 --output cornered.pdf")]
    Puzzles {
        /// The file, as `katarenga puzzles make` writes it
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        chosen: Chosen,
        #[command(flatten)]
        sheet: SheetFile,
    },
    /// The rules of a game, with their figures, on two pages at most
    #[command(after_help = "\
Examples:
  katarenga sheet rules congress --output congress.pdf
  katarenga sheet rules big-bang --language fr --paper letter --output big-bang.pdf")]
    Rules {
        /// The game
        #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
        game: GameKind,
        #[command(flatten)]
        sheet: SheetFile,
    },
    /// Whole boards to cut out, with squares of 22 mm; a lone quarter has squares of 40 mm
    #[command(after_help = "\
Examples:
  katarenga sheet boards --output board.pdf
  katarenga sheet boards --board random random random --seed 7 --output boards.pdf
Print them in true size (100 %).")]
    Boards {
        /// The boards, a page for each: codes, or `random`
        #[arg(long, value_name = "CODE|random", num_args = 1.., default_value = "1a0-2a0-3a0-4a0")]
        board: Vec<String>,
        /// The seed of random boards [default: another one each time]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        #[command(flatten)]
        sheet: SheetFile,
    },
    /// The eight faces of the quarterboards to cut out, with squares of 40 mm
    #[command(after_help = "\
Examples:
  katarenga sheet quarterboards --output quarterboards.pdf
Print them in true size (100 %), on both sides of the paper.")]
    Quarterboards {
        #[command(flatten)]
        sheet: SheetFile,
    },
    /// A sheet to keep the score of a match on
    #[command(after_help = "\
Examples:
  katarenga sheet scores --output scores.pdf
  katarenga sheet scores --game quartermaster --output scores.pdf")]
    Scores {
        /// The game, whose way to count is on the sheet [default: any]
        #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
        game: Option<GameKind>,
        #[command(flatten)]
        sheet: SheetFile,
    },
}

/// Which puzzles of a file are printed.
#[derive(Args, Debug)]
struct Chosen {
    /// How many, up to 600 [default: 6, or as many as there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=600))]
    count: Option<u16>,
    /// Puzzles of this game alone
    #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
    game: Option<GameKind>,
    /// Draw them with this seed [default: the first ones of the file]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The file to write, and how it is made.
#[derive(Args, Debug)]
struct SheetFile {
    /// The PDF file to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// The size of the paper
    #[arg(long, value_name = "SIZE", value_parser = paper_parser(), ignore_case = true, default_value = "a4")]
    paper: Paper,
    /// The language [default: that of the environment, else English]
    #[arg(long, alias = "lang", value_name = "LANGUAGE", value_parser = language_parser(), ignore_case = true)]
    language: Option<Language>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

fn paper_parser() -> impl TypedValueParser<Value = Paper> {
    let names = Paper::ALL.map(Paper::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Paper>())
}

impl SheetFile {
    /// Writes what `make` gives, after making sure that it may be written.
    fn write(
        &self,
        make: impl FnOnce(Options) -> Result<Vec<u8>, Failure>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        files::check_free(&self.output, self.force)?;
        let language = self.language.unwrap_or_else(language::of_environment);
        let pdf = make(Options { paper: self.paper, language })?;
        files::write(&self.output, &pdf, self.force)?;
        writeln!(out, "wrote {}", self.output.display())?;
        Ok(())
    }
}

pub(crate) fn run(args: &SheetArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.what {
        Sheet::Puzzles { file, chosen, sheet } => {
            sheet.write(|options| Ok(paper::puzzles(&chosen.from(file)?, options)), out)
        }
        Sheet::Rules { game, sheet } => {
            sheet.write(|options| Ok(paper::rules(*game, options)), out)
        }
        Sheet::Boards { board, seed, sheet } => {
            let codes = boards(board, *seed)?;
            sheet.write(|options| Ok(paper::boards(&codes, options)), out)?;
            // Codes of random boards, so that they can be used again.
            for (_, code) in board.iter().zip(codes).filter(|(text, _)| is_random(text)) {
                writeln!(out, "board: {code}")?;
            }
            Ok(())
        }
        Sheet::Quarterboards { sheet } => {
            sheet.write(|options| Ok(paper::quarterboards(options)), out)
        }
        Sheet::Scores { game, sheet } => {
            sheet.write(|options| Ok(paper::score_sheet(*game, options)), out)
        }
    }
}

impl Chosen {
    /// The puzzles, the easy ones first.
    fn from(&self, path: &Path) -> Result<Vec<Puzzle>, Failure> {
        let mut puzzles = file::read(path)?;
        if let Some(kind) = self.game {
            puzzles.retain(|puzzle| puzzle.start.position.kind() == kind);
        }
        let of_game = self.game.map(|kind| format!(" of {kind}")).unwrap_or_default();
        let lacks = |what: String| Err(Failure::at(files::shown(path), what));
        let found = puzzles.len();
        if found == 0 {
            return lacks(format!("the file has no puzzle{of_game}"));
        }
        if let Some(count) = self.count.filter(|count| found < usize::from(*count)) {
            let found = counted(found as u64, "puzzle");
            return lacks(format!(
                "the file has {found}{of_game}, fewer than the {count} of --count"
            ));
        }
        if let Some(seed) = self.seed {
            puzzles.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        puzzles.truncate(self.count.map_or(PUZZLES_A_PAGE, usize::from));
        puzzles.sort_by_key(|puzzle| puzzle.level);
        Ok(puzzles)
    }
}

/// The boards by their texts; of several random ones each has a seed of its own.
fn boards(texts: &[String], seed: Option<u64>) -> Result<Vec<BoardCode>, Failure> {
    let are_codes = !texts.iter().any(|text| is_random(text));
    let mut next = seed;
    let code = |text: &String| {
        let seed = next.filter(|_| are_codes || is_random(text));
        if is_random(text) {
            next = next.map(|seed| seed.wrapping_add(1));
        }
        choose_board(text, seed, |rng| Quarters::random(rng).into())
    };
    texts.iter().map(code).collect()
}
