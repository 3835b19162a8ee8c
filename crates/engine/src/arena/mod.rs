//! Matches between any two players: the engine, its levels, random moves, plain UCT, or another
//! program that speaks UGI.
//!
//! ```
//! use katarenga_engine::arena::{Contender, Plan, Standing, Tournament};
//! use katarenga_engine::search::Stop;
//! use katarenga_rules::GameKind;
//! let contenders: [Contender; 2] = ["uct:200".parse()?, "random".parse()?];
//! let plan = Plan { games: 4, ..Plan::new(GameKind::Cornered, contenders) };
//! let tournament = Tournament::new(plan)?;
//! let mut standing = Standing::new(&tournament);
//! tournament.run(&Stop::default(), |played| standing.add(&played))?;
//! assert_eq!(standing.all().games(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choices;
mod contender;
mod external;
mod player;
mod random;
mod scores;
mod sprt;
mod standing;
mod tournament;
mod uct;

pub use contender::{Budget, Contender, ContenderError};
pub use external::{Command, CommandError, Pace};
pub use player::{Fault, Player};
pub use scores::{Elo, Scores};
pub use sprt::{Sprt, SprtError, Verdict};
pub use standing::{Standing, Tally};
pub use tournament::{Ending, FinishedGame, Plan, Tournament};
