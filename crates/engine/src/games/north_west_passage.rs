//! `NorthWestPassage`: not solved.

use katarenga_rules::games::NorthWestPassage;

use super::Knowledge;

impl Knowledge for NorthWestPassage {}
