use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// A checksum: XXH3 of 64 bits with seed 0, in text as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seal(pub(crate) u64);

impl Seal {
    pub(crate) fn of(bytes: &[u8]) -> Seal {
        Seal(xxh3_64(bytes))
    }

    /// The checksum of some bytes and others that follow them.
    pub(crate) fn of_both(first: &[u8], second: &[u8]) -> Seal {
        let mut hasher = Xxh3::new();
        hasher.update(first);
        hasher.update(second);
        Seal(hasher.digest())
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl Serialize for Seal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seal, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let word = u64::from_str_radix(&text, 16).ok().filter(|_| digits);
        word.map(Seal).ok_or_else(|| D::Error::custom("expected 16 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_that_is_reported() {
        // From the description of XXH3: nothing, with seed 0.
        assert_eq!(Seal::of(b"").to_string(), "2d06800538d394c2");
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        assert_eq!(Seal::of(&bytes), Seal::of_both(&bytes[..333], &bytes[333..]));
        let seal: Seal = serde_json::from_str("\"00000000000000ff\"").unwrap();
        assert_eq!(seal, Seal(255));
        for wrong in ["\"ff\"", "\"+000000000000ff\"", "\"g000000000000000\"", "255"] {
            assert!(serde_json::from_str::<Seal>(wrong).is_err(), "{wrong}");
        }
    }
}
