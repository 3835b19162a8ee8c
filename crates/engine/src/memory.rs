//! Whether memory is short. What takes much of it asks first: where something small can't be had,
//! Rust ends the program.

use std::hint;
use std::io;
use std::sync::mpsc;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// What is left free, in MB, by whatever can do with less: as much as everything else may need.
pub const LEFT_FREE: usize = 16;

/// Whether less than [`LEFT_FREE`] is left.
pub fn is_short() -> bool {
    check(LEFT_FREE).is_err()
}

/// Makes sure that a number of MB are left.
///
/// # Errors
/// When they are not.
pub fn check(megabytes: usize) -> io::Result<()> {
    reserve(megabytes).map(drop)
}

fn reserve(megabytes: usize) -> io::Result<Vec<u8>> {
    let mut room = Vec::new();
    let reserved = room.try_reserve_exact(megabytes << 20);
    // Room that nobody uses might otherwise not be asked for at all.
    hint::black_box(&room);
    reserved.map(|()| room).map_err(|_| {
        let why = format!("memory is short: less than {megabytes} MB are left");
        io::Error::new(io::ErrorKind::OutOfMemory, why)
    })
}

/// What is left free, in MB, before a thread begins beside others: each of them goes on to take some.
const LEFT_FREE_BESIDE: usize = 48;

/// What a thread takes of the addresses, in MB, where it finds them: glibc gives it a heap of 64 MB, and
/// 2 MB are its stack.
const HEAP: usize = 66;

/// Starts a thread that work can't be done without, unless memory is short.
///
/// # Errors
/// When memory is short, or the system gives no more threads.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    spawn_with(LEFT_FREE, scope, work)
}

/// Starts a thread that helps others, unless memory is short.
///
/// # Errors
/// When memory is short, or the system gives no more threads.
pub fn spawn_helper<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    spawn_with(LEFT_FREE_BESIDE, scope, work)
}

fn spawn_with<'scope, T: Send + 'scope>(
    left_free: usize,
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    check(left_free)?;
    // Where its own heap would leave too little, a thread is to find no room for one and share another's.
    let ballast = check(HEAP + left_free).is_err().then(|| reserve(left_free));
    let (sender, begun) = mpsc::channel();
    let thread = Builder::new().spawn_scoped(scope, move || {
        // With the first thing that it allocates a thread has all that the system gives it.
        let _ = sender.send(());
        work()
    })?;
    // Only then is it known what is left for the next one.
    let _ = begun.recv();
    drop(ballast);
    Ok(thread)
}
