//! `BigBang`: not solved.

use katarenga_rules::games::BigBang;

use super::Knowledge;

impl Knowledge for BigBang {}
