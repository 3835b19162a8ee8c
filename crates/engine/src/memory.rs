//! Checks for free memory before large allocations, since Rust aborts the program when a small one
//! fails.

use std::hint;
use std::io;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// The memory in MB that optional allocations leave free for everything else.
pub const MIN_FREE: usize = 16;

/// Whether less than [`MIN_FREE`] is left.
pub fn is_low() -> bool {
    check(MIN_FREE).is_err()
}

/// Whether an optional allocation of a number of bytes leaves [`MIN_FREE`].
pub(crate) fn has_room_for(bytes: usize) -> bool {
    check(bytes.div_ceil(1 << 20).saturating_add(MIN_FREE)).is_ok()
}

/// Makes sure that a number of MB are left.
///
/// # Errors
/// When they are not.
pub fn check(megabytes: usize) -> io::Result<()> {
    // Where it is known, nothing is allocated: the trial could take what another thread needs.
    match free() {
        Some(free) if free >> 20 < megabytes => Err(short_of(megabytes)),
        Some(_) => Ok(()),
        None => reserve(megabytes).map(drop),
    }
}

/// The bytes of address space left below the limit of the process, where it has one.
#[cfg(target_os = "linux")]
fn free() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kilobytes: u64 = size.trim().strip_suffix(" kB")?.parse().ok()?;
    usize::try_from(limit.saturating_sub(kilobytes * 1024)).ok()
}

/// Other systems have no such limit, or don't tell how much of it is used.
#[cfg(not(target_os = "linux"))]
fn free() -> Option<usize> {
    None
}

fn short_of(megabytes: usize) -> io::Error {
    let why = format!("memory is short: less than {megabytes} MB are left");
    io::Error::new(io::ErrorKind::OutOfMemory, why)
}

fn reserve(megabytes: usize) -> io::Result<Vec<u8>> {
    let mut room = Vec::new();
    let reserved = room.try_reserve_exact(megabytes.saturating_mul(1 << 20));
    // The compiler could otherwise remove an unused allocation.
    hint::black_box(&room);
    reserved.map(|()| room).map_err(|_| short_of(megabytes))
}

/// The memory in MB that is left free before a helper thread starts: the other threads still allocate.
const MIN_FREE_FOR_HELPER: usize = 48;

/// The address space of a thread in MB: glibc reserves a heap of 64 MB, and the stack takes 2 MB.
const THREAD_FOOTPRINT: usize = 66;

/// The memory in MB that starting a thread takes: its stack of 2 MB and its first allocations.
pub const MIN_FREE_FOR_THREAD: usize = 4;

/// Starts a thread that the program can't do without: [`MIN_FREE`] was kept free for it.
///
/// # Errors
/// When less than [`MIN_FREE_FOR_THREAD`] is left, or the system gives no more threads.
pub fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    start(MIN_FREE_FOR_THREAD, work, Builder::spawn)
}

/// Starts a thread of a scope, unless less than [`MIN_FREE`] is left.
///
/// # Errors
/// When memory is short, or the system gives no more threads.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    start(MIN_FREE, work, |builder, work| builder.spawn_scoped(scope, work))
}

/// Starts a helper thread of a scope, unless memory is short.
///
/// # Errors
/// When memory is short, or the system gives no more threads.
pub fn spawn_helper<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    start(MIN_FREE_FOR_HELPER, work, |builder, work| builder.spawn_scoped(scope, work))
}

/// Starts the workers of a scope: the first in any case, the others as long as memory and the system allow another
/// thread. Those that are there do the work.
///
/// # Errors
/// When not even the first can be started.
pub fn spawn_workers<'scope, Work: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    mut workers: impl Iterator<Item = Work>,
) -> io::Result<()> {
    if let Some(first) = workers.next() {
        spawn_scoped(scope, first)?;
    }
    for worker in workers {
        if spawn_helper(scope, worker).is_err() {
            break;
        }
    }
    Ok(())
}

/// Does `work`, with helpers beside it as long as memory and the system allow another thread.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_helpers<T, Help: FnOnce() + Send>(
    helpers: impl Iterator<Item = Help>,
    work: impl FnOnce() -> T,
) -> T {
    std::thread::scope(|scope| {
        for help in helpers {
            // Where the system gives no more threads, those there are do the work.
            if spawn_helper(scope, help).is_err() {
                break;
            }
        }
        work()
    })
}

/// Does `work` alone: WebAssembly has no threads, and what starts them is a good part of a small program.
#[cfg(target_family = "wasm")]
pub(crate) fn with_helpers<T, Help: FnOnce() + Send>(
    _helpers: impl Iterator<Item = Help>,
    work: impl FnOnce() -> T,
) -> T {
    work()
}

fn start<'work, T, Handle>(
    min_free: usize,
    work: impl FnOnce() -> T + Send + 'work,
    spawn: impl FnOnce(Builder, Box<dyn FnOnce() -> T + Send + 'work>) -> io::Result<Handle>,
) -> io::Result<Handle> {
    check(min_free)?;
    // If a heap of its own would leave too little, keep the thread from getting one: it shares another's.
    let ballast = check(THREAD_FOOTPRINT + min_free).is_err().then(|| reserve(min_free));
    let (sender, begun) = mpsc::channel();
    let report_and_work = move || {
        // The first allocation of a thread reserves its heap.
        let _ = sender.send(());
        work()
    };
    let thread = spawn(Builder::new(), Box::new(report_and_work))?;
    // The memory left for the next thread is known only then.
    let _ = begun.recv();
    drop(ballast);
    Ok(thread)
}
