//! `Katarenga`: not solved.

use katarenga_rules::games::Katarenga;

use super::Knowledge;

impl Knowledge for Katarenga {}
