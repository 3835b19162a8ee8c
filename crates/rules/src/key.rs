//! Keys of positions for hash tables.

use std::hash::Hasher;

/// A hasher for plain data, which no one picks to collide: two multiplications for each set of squares, and
/// one pair for all small fields together. Products of 64 bits alone, since WebAssembly has no larger ones.
#[derive(Default)]
pub(crate) struct KeyHasher {
    /// What was made of the large fields.
    state: u64,
    /// The small fields as the digits of one number.
    small: u64,
}

/// The fraction of the golden ratio, odd.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Spreads every bit over those above it, then the upper half over the lower one; no two numbers become one.
#[inline]
const fn spread(value: u64) -> u64 {
    let product = value.wrapping_mul(SPREAD);
    product ^ product >> 32
}

impl KeyHasher {
    #[inline]
    fn add_small(&mut self, value: u64) {
        self.small = self.small.wrapping_mul(SPREAD).wrapping_add(value);
    }
}

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        spread(spread(self.state ^ self.small).wrapping_add(SPREAD))
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.add_small(u64::from(*byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.add_small(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.state = spread(spread(self.state ^ value).wrapping_add(SPREAD));
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.add_small(value.cast_unsigned() as u64);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.add_small(value as u64);
    }
}
