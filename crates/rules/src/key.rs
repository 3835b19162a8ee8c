//! Keys of positions for hash tables.

use std::hash::Hasher;

/// A hasher for plain data: one folded multiplication a field, since a position has few and no one
/// picks them to collide.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl KeyHasher {
    #[inline]
    fn mix(&mut self, value: u64) {
        /// The fraction of the golden ratio, odd: spreads every bit over the upper half of the
        /// product.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let product = u128::from(self.0 ^ value ^ SPREAD.rotate_left(17)) * u128::from(SPREAD);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(SPREAD);
    }
}

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.mix(value.cast_unsigned() as u64);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }
}
