//! The memory of solvers.

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;

use super::OutOfMemory;
use crate::memory;

/// The largest table of a solver, in bytes: in a browser all of it takes memory, and a phone has little.
pub(super) const LARGEST: usize = if cfg!(target_family = "wasm") { 8 << 20 } else { usize::MAX };

/// A table that is allocated when it is first asked for: once, or not at all, since a search without
/// it asks at every position.
#[derive(Debug)]
pub(super) struct Table<T> {
    entries: usize,
    allocated: Option<Result<Box<[T]>, OutOfMemory>>,
}

impl<T: Zeroable + Copy> Table<T> {
    /// A table of this many zeros.
    pub(super) const fn new(entries: usize) -> Self {
        Self { entries, allocated: None }
    }

    /// The table itself, for a caller that needs it anyway.
    pub(super) fn allocate(self) -> Result<Box<[T]>, OutOfMemory> {
        self.allocated.unwrap_or_else(|| zeroed(self.entries))
    }

    /// The table, allocated by now.
    pub(super) fn get(&mut self) -> Result<&mut [T], OutOfMemory> {
        let entries = self.entries;
        match self.allocated.get_or_insert_with(|| zeroed(entries)) {
            Ok(table) => Ok(table),
            Err(short) => Err(*short),
        }
    }

    /// Forgets all entries.
    pub(super) fn clear(&mut self) {
        if let Some(Ok(table)) = &mut self.allocated {
            table.fill(T::zeroed());
        }
    }

    /// Why there is none, where memory was too short.
    pub(super) fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.allocated.as_ref()?.as_ref().err().copied()
    }
}

/// Fresh memory is zero without being touched.
fn zeroed<T: Zeroable>(entries: usize) -> Result<Box<[T]>, OutOfMemory> {
    let bytes = entries * size_of::<T>();
    if !memory::has_room_for(bytes) {
        return Err(OutOfMemory::of(bytes));
    }
    try_zeroed_slice_box(entries).map_err(|()| OutOfMemory::of(bytes))
}
