//! Recognises a finding again after unrelated edits: no line numbers go into its fingerprint.

/// Sixteen hexadecimal digits from the parts, which are kept apart: `["ab", "c"]` differs from
/// `["a", "bc"]`.
pub fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    // FNV-1a: the result is written into files, so it must never change with a compiler or a crate.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for part in parts {
        part.bytes().for_each(&mut add);
        add(0xff); // no part contains it: it is not UTF-8
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn is_stable_and_keeps_parts_apart() {
        assert_eq!(fingerprint(["deadlock", "P"]), "75d3839569ac2c18");
        assert_ne!(fingerprint(["ab", "c"]), fingerprint(["a", "bc"]));
    }
}
