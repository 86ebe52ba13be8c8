//! The state hash: turns the bytes of a state into 64 bits.

/// Odd numbers with well spread bits; nothing else is special about them.
const MULTIPLIERS: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// A hash of all bytes and of the seed. Each block of 16 bytes goes through one 64 × 64 → 128 bit
/// multiplication, whose halves are folded together.
#[inline]
pub fn hash(bytes: &[u8], seed: u64) -> u64 {
    let mut state = seed ^ MULTIPLIERS[0].wrapping_mul(bytes.len() as u64 + 1);
    let mut blocks = bytes.chunks_exact(16);
    for block in &mut blocks {
        let (low, high) = (word(&block[..8]), word(&block[8..]));
        state = fold(low ^ MULTIPLIERS[1] ^ state, high ^ MULTIPLIERS[2]);
    }
    let rest = blocks.remainder();
    let (low, high) = match rest.len() {
        0 => (0, 0),
        8.. => (word(&rest[..8]), word(&rest[rest.len() - 8..])),
        4.. => (half(&rest[..4]), half(&rest[rest.len() - 4..])),
        _ => {
            let middle = u64::from(rest[rest.len() / 2]) << 8;
            (u64::from(rest[0]), middle | u64::from(rest[rest.len() - 1]) << 16)
        }
    };
    state = fold(low ^ MULTIPLIERS[3] ^ state, high ^ MULTIPLIERS[1]);
    fold(state, MULTIPLIERS[2])
}

/// One more independent hash, made from another.
#[inline]
pub fn again(hash: u64, round: u64) -> u64 {
    fold(hash ^ MULTIPLIERS[3], MULTIPLIERS[0].wrapping_mul(2 * round + 1))
}

#[inline]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product as u64) ^ (product >> 64) as u64
}

#[inline]
fn word(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

#[inline]
fn half(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, |bytes| u64::from(u32::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::hash;

    #[test]
    fn every_byte_and_the_length_matter() {
        for length in 0..70 {
            let base = vec![7u8; length];
            let mut seen = HashSet::from([hash(&base, 1), hash(&base, 2)]);
            for position in 0..length {
                let mut other = base.clone();
                other[position] ^= 1;
                assert!(seen.insert(hash(&other, 1)), "byte {position} of {length}");
            }
            assert!(seen.insert(hash(&vec![7u8; length + 1], 1)));
        }
    }

    #[test]
    fn small_counters_spread_over_low_and_high_bits() {
        let mut low = HashSet::new();
        let mut high = HashSet::new();
        for number in 0..4096u32 {
            let found = hash(&number.to_le_bytes(), 0);
            low.insert(found & 0xffff);
            high.insert(found >> 48);
        }
        assert!(low.len() > 3800 && high.len() > 3800, "{} {}", low.len(), high.len());
    }

    /// Wherever 32 of the bits are taken from, as many keys meet there as chance would have it: no part
    /// of the hash repeats another, or follows from less than the whole.
    #[test]
    fn all_64_bits_count() {
        let keys = 300_000u64;
        let hashes: Vec<u64> = (0..keys)
            .map(|number| {
                // Like states: few bytes differ, in different places.
                let mut key = [0u8; 40];
                for (place, byte) in number.to_le_bytes().into_iter().enumerate() {
                    key[place * 5] = byte & 0x1f;
                    key[place * 5 + 3] = byte >> 5;
                }
                hash(&key, 1)
            })
            .collect();
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len() as u64, keys);
        let expected = (keys * keys) as f64 / 2f64.powi(33);
        for shift in (0..64).step_by(4) {
            let parts: HashSet<u32> =
                hashes.iter().map(|hash| hash.rotate_right(shift) as u32).collect();
            let met = (keys - parts.len() as u64) as f64;
            assert!(met < 4.0 * expected && met > 0.0, "{met} at {shift}, {expected:.1} expected");
        }
    }
}
