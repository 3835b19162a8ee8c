//! Checks for free memory before large allocations, since Rust aborts the program when a small one
//! fails.

use std::hint;
use std::io;
use std::sync::mpsc;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The memory in MB that optional allocations leave free for everything else.
pub const MIN_FREE: usize = 16;

/// Whether less than [`MIN_FREE`] is left.
pub fn is_low() -> bool {
    check(MIN_FREE).is_err()
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
    // The compiler could otherwise remove an unused allocation.
    hint::black_box(&room);
    reserved.map(|()| room).map_err(|_| {
        let why = format!("memory is short: less than {megabytes} MB are left");
        io::Error::new(io::ErrorKind::OutOfMemory, why)
    })
}

/// The memory in MB that is left free before a helper thread starts: the other threads still allocate.
const MIN_FREE_FOR_HELPER: usize = 48;

/// The address space of a thread in MB: glibc reserves a heap of 64 MB, and the stack takes 2 MB.
const THREAD_FOOTPRINT: usize = 66;

/// Starts a required thread, unless memory is short.
///
/// # Errors
/// When memory is short, or the system gives no more threads.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    spawn_with(MIN_FREE, scope, work)
}

/// Starts a helper thread, unless memory is short.
///
/// # Errors
/// When memory is short, or the system gives no more threads.
pub fn spawn_helper<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    spawn_with(MIN_FREE_FOR_HELPER, scope, work)
}

fn spawn_with<'scope, T: Send + 'scope>(
    min_free: usize,
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    check(min_free)?;
    // If a heap of its own would leave too little, keep the thread from getting one: it shares another's.
    let ballast = check(THREAD_FOOTPRINT + min_free).is_err().then(|| reserve(min_free));
    let (sender, begun) = mpsc::channel();
    let thread = Builder::new().spawn_scoped(scope, move || {
        // The first allocation of a thread reserves its heap.
        let _ = sender.send(());
        work()
    })?;
    // The memory left for the next thread is known only then.
    let _ = begun.recv();
    drop(ballast);
    Ok(thread)
}
