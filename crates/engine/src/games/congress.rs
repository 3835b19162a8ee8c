//! `Congress`: not solved.

use katarenga_rules::games::Congress;

use super::Knowledge;

impl Knowledge for Congress {}
