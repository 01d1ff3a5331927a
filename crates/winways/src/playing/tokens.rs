//! Splits moves and typed lines into tokens, so that they can be compared: cells, numbers and words, without punctuation.

/// Splits a line into cells (`b2`), numbers and words, in lower case. Punctuation and the `x` of a capture separate tokens:
/// `b2-b3`, `b2 b3`, `b2b3` and `B2xB3` all become `b2`, `b3`.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.to_lowercase().chars().collect();
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        if is_capture(&letters, at) || !letters[at].is_alphanumeric() {
            at += 1;
            continue;
        }
        let start = at;
        while at < letters.len() && letters[at].is_alphabetic() && !is_capture(&letters, at) {
            at += 1;
        }
        while at < letters.len() && letters[at].is_ascii_digit() {
            at += 1;
        }
        // Any other numeric character is its own token.
        at = at.max(start + 1);
        tokens.push(letters[start..at].iter().collect());
    }
    tokens
}

/// Returns `true` if the letter at `at` is an `x` between two cells or pieces: `b2xb3`, `Rxb7`.
fn is_capture(letters: &[char], at: usize) -> bool {
    let is = |place: usize, what: fn(char) -> bool| letters.get(place).copied().is_some_and(what);
    letters[at] == 'x'
        && at > 0
        && letters[at - 1].is_alphanumeric()
        && is(at + 1, char::is_alphabetic)
        && is(at + 2, |letter| letter.is_ascii_digit())
}

/// Returns `true` if a token is a cell or a number.
pub(super) fn is_place(token: &str) -> bool {
    token.ends_with(|letter: char| letter.is_ascii_digit())
}

/// Returns the ways to type a move by its cells. Every move can be typed as all its cells. A move of a chess piece can also omit
/// the letter of the piece, or consist of the letter and the target cell.
pub(super) fn forms(name: &str) -> Vec<Vec<String>> {
    let all: Vec<String> = tokens(name).into_iter().filter(|token| is_place(token)).collect();
    let mut forms = vec![all.clone()];
    let mut letters = name.chars();
    let is_piece = letters.next().is_some_and(|letter| letter.is_ascii_uppercase())
        && letters.next().is_some_and(|letter| letter.is_ascii_lowercase())
        && letters.next().is_some_and(|letter| letter.is_ascii_digit());
    if let (true, [from, to]) = (is_piece, &all[..]) {
        let (letter, square) = from.split_at(1);
        forms.push(vec![square.to_owned(), to.clone()]);
        forms.push(vec![format!("{letter}{to}")]);
        forms.push(vec![letter.to_owned(), to.clone()]);
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_however_they_are_separated() {
        for text in ["b2-b3", "b2 b3", "b2b3", "B2xB3", " b2 -> b3 ", "(b2, b3)"] {
            assert_eq!(tokens(text), ["b2", "b3"], "{text}");
        }
        assert_eq!(tokens("heap 3 -> 1"), ["heap", "3", "1"]);
        assert_eq!(tokens("cut 3-4:b"), ["cut", "3", "4", "b"]);
        assert_eq!(tokens("x5 x"), ["x5", "x"]);
        assert_eq!(tokens("½ ²"), ["½", "²"]);
        assert!(tokens("-> ,").is_empty());
    }

    #[test]
    fn pieces_may_be_typed_by_letter_and_target() {
        let typed: Vec<String> = forms("Rb2xb7").iter().map(|form| form.join(" ")).collect();
        assert_eq!(typed, ["rb2 b7", "b2 b7", "rb7", "r b7"]);
        assert_eq!(forms("b2-b3").len(), 1);
    }
}
