//! The failures of commands, and their exit statuses.

use std::io;
use std::process::ExitCode;

use katarenga_rules::diagram::PngError;
use katarenga_rules::notation::moves::MoveError;
use katarenga_rules::notation::position::PositionError;
use katarenga_rules::{BoardError, SetupError, SquareError};

use crate::files::FileError;

/// The exit status of a program that Ctrl-C ended: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Bad input: exit status 2.
    #[error("{0}")]
    Input(String),
    /// An error of the system: exit status 1.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Ctrl-C was pressed before the end: exit status 130, as shells have it.
    #[error("{0}")]
    Interrupted(String),
}

impl Failure {
    /// Bad input, with its place before the colon.
    pub(crate) fn at(place: impl std::fmt::Display, error: impl std::fmt::Display) -> Self {
        Self::Input(format!("{place}: {error}"))
    }

    /// 2 for bad input, as the argument parser has it; 130 after Ctrl-C; 1 otherwise.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Io(_) => ExitCode::FAILURE,
            Self::Interrupted(_) => ExitCode::from(INTERRUPTED),
        }
    }
}

impl From<FileError> for Failure {
    /// A failed write is no bad input.
    fn from(error: FileError) -> Self {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        const IO: Option<i32> = Some(5);
        match &error {
            FileError::System { error: cause, .. }
                if matches!(
                    cause.kind(),
                    StorageFull | QuotaExceeded | FileTooLarge | ReadOnlyFilesystem
                ) || (cfg!(unix) && cause.raw_os_error() == IO) =>
            {
                Self::Io(io::Error::other(error.to_string()))
            }
            _ => Self::Input(error.to_string()),
        }
    }
}

macro_rules! input_errors {
    ($($Error:ty),* $(,)?) => {
        $(
            impl From<$Error> for Failure {
                fn from(error: $Error) -> Self {
                    Self::Input(error.to_string())
                }
            }
        )*
    };
}

input_errors!(BoardError, MoveError, PngError, PositionError, SetupError, SquareError);
