use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// A 64-bit XXH3 checksum with seed 0. Its text form has 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checksum(pub(crate) u64);

impl Checksum {
    pub(crate) fn of(bytes: &[u8]) -> Checksum {
        Checksum(xxh3_64(bytes))
    }

    /// Returns the checksum of the concatenation of two byte strings.
    pub(crate) fn of_both(first: &[u8], second: &[u8]) -> Checksum {
        let mut hasher = Xxh3::new();
        hasher.update(first);
        hasher.update(second);
        Checksum(hasher.digest())
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl Serialize for Checksum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Checksum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Checksum, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let word = u64::from_str_radix(&text, 16).ok().filter(|_| digits);
        word.map(Checksum).ok_or_else(|| D::Error::custom("expected 16 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_agree_with_the_specification() {
        // From the specification of XXH3: the empty input with seed 0.
        assert_eq!(Checksum::of(b"").to_string(), "2d06800538d394c2");
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        assert_eq!(Checksum::of(&bytes), Checksum::of_both(&bytes[..333], &bytes[333..]));
        let checksum: Checksum = serde_json::from_str("\"00000000000000ff\"").unwrap();
        assert_eq!(checksum, Checksum(255));
        for wrong in ["\"ff\"", "\"+000000000000ff\"", "\"g000000000000000\"", "255"] {
            assert!(serde_json::from_str::<Checksum>(wrong).is_err(), "{wrong}");
        }
    }
}
