//! The character sets of pictures in a terminal.

/// The character set for drawing in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// The line-drawing characters of Unicode.
    Unicode,
    /// ASCII only.
    Ascii,
}

/// The drawing characters and their replacements in ASCII.
const ASCII: [(&str, &str); 15] = [
    ("│┃", "|"),
    ("┆", ":"),
    ("─━", "-"),
    ("┈", "."),
    ("┤└┬┌├", "+"),
    ("╱", "/"),
    ("╲", "\\"),
    ("●", "o"),
    ("…", "..."),
    ("→", "->"),
    ("╹", "v"),
    ("╻", "^"),
    ("╸", ">"),
    ("╺", "<"),
    ("\u{fffd}", "?"),
];

impl Glyphs {
    /// Returns the text in this character set. Characters that are not used for drawing remain unchanged.
    pub(crate) fn written(self, text: &str) -> String {
        let ascii = |letter: char| ASCII.iter().find(|(letters, _)| letters.contains(letter));
        match self {
            Glyphs::Unicode => text.to_owned(),
            Glyphs::Ascii => text.chars().fold(String::new(), |mut written, letter| {
                match ascii(letter) {
                    Some((_, replacement)) => written += replacement,
                    None => written.push(letter),
                }
                written
            }),
        }
    }
}
