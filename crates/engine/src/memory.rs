//! Whether memory is short. What takes much of it asks first: where something small can't be had,
//! Rust ends the program.

use std::io;
use std::sync::mpsc;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// What is left free, in MB, by whatever can do with less: as much as everything else may need.
pub const LEFT_FREE: usize = 16;

/// Whether less than [`LEFT_FREE`] is left.
pub fn is_short() -> bool {
    check(LEFT_FREE).is_err()
}

/// Makes sure that so many MB are left.
///
/// # Errors
/// When they are not.
pub fn check(megabytes: usize) -> io::Result<()> {
    Vec::<u8>::new().try_reserve_exact(megabytes << 20).map_err(|_| {
        let why = format!("memory is short: less than {megabytes} MB are left");
        io::Error::new(io::ErrorKind::OutOfMemory, why)
    })
}

/// Starts a thread, unless memory is short.
///
/// # Errors
/// When memory is short, or the system gives no more threads.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    check(LEFT_FREE)?;
    let (sender, begun) = mpsc::channel();
    let thread = Builder::new().spawn_scoped(scope, move || {
        // With the first thing that it allocates a thread has all that the system gives it.
        let _ = sender.send(());
        work()
    })?;
    // Only then is it known what is left for the next one.
    let _ = begun.recv();
    Ok(thread)
}
