//! Escaping of text for TeX.

/// Escapes a text for the text mode of LaTeX.
///
/// Special characters of TeX are escaped, mathematical symbols are set in math mode, ligatures such as `--` are broken up, and
/// control characters become spaces.
///
/// Accented letters are kept, since current versions of LaTeX read them. Letters of other scripts are kept too; the document
/// needs a font that contains them.
///
/// # Complexity
///
/// Linear time in the length of the text.
///
/// ```
/// use winways_draw::tex_text;
///
/// assert_eq!(tex_text("heap_1: 7 -> 3, 50 % ≤ 2⁶³"), r"heap\_1: 7 $\to$ 3, 50 \% $\le$ 2$^{63}$");
/// assert_eq!(tex_text("10^9"), "10$^{9}$");
/// assert_eq!(tex_text("{1|-1}"), r"\{1$|$-1\}");
/// ```
#[must_use]
pub fn tex_text(text: &str) -> String {
    let mut tex = String::with_capacity(text.len() + text.len() / 8);
    let mut letters = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        match (letter, next) {
            ('-', Some('>')) => {
                letters.next();
                tex += "$\\to$";
            }
            ('<' | '>', Some('=')) => {
                letters.next();
                tex += if letter == '<' { "$\\le$" } else { "$\\ge$" };
            }
            // A power: an up (`^`) never follows a digit.
            ('^', Some('0'..='9')) if before.is_some_and(|before: char| before.is_ascii_digit()) => {
                let exponent = std::iter::from_fn(|| letters.next_if(char::is_ascii_digit));
                tex += &format!("$^{{{}}}$", exponent.collect::<String>());
            }
            _ => match index(letter) {
                Some((sign, digit)) => {
                    // Adjacent superscripts or subscripts become a single one.
                    let mut digits = digit.to_string();
                    while let Some((_, digit)) =
                        letters.peek().and_then(|&next| index(next)).filter(|(next, _)| *next == sign)
                    {
                        digits.push(digit);
                        letters.next();
                    }
                    tex += &format!("${sign}{{{digits}}}$");
                }
                None => push(letter, before, &mut tex),
            },
        }
        before = Some(letter);
    }
    tex
}

fn push(letter: char, before: Option<char>, tex: &mut String) {
    match letter {
        '\\' => *tex += "\\textbackslash{}",
        '^' => *tex += "\\textasciicircum{}",
        '~' => *tex += "\\textasciitilde{}",
        '<' | '>' | '|' => *tex += &format!("${letter}$"),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => tex.extend(['\\', letter]),
        // Two of these in a row would form a ligature.
        '-' | '\'' | '`' | ',' if before == Some(letter) => *tex += &format!("{{}}{letter}"),
        '…' => *tex += "\\ldots{}",
        '‐' | '‑' => tex.push('-'),
        _ => match mathematics(letter) {
            Some(command) => *tex += &format!("${command}$"),
            None if letter.is_control() => tex.push(' '),
            None => tex.push(letter),
        },
    }
}

/// Returns `^` or `_` and the plain character for a superscript or subscript.
fn index(letter: char) -> Option<(char, char)> {
    const RAISED: &str = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-ⁿnᵏk";
    const LOWERED: &str = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-ₙnₖk";
    let find = |signs: &str| {
        let mut letters = signs.chars();
        std::iter::from_fn(|| letters.next().zip(letters.next()))
            .find(|(sign, _)| *sign == letter)
            .map(|(_, plain)| plain)
    };
    match letter {
        _ if letter.is_ascii() => None,
        _ => find(RAISED).map(|plain| ('^', plain)).or_else(|| find(LOWERED).map(|plain| ('_', plain))),
    }
}

/// Returns the command for a mathematical symbol.
fn mathematics(letter: char) -> Option<&'static str> {
    Some(match letter {
        '−' => "-",
        '·' => "\\cdot",
        '×' => "\\times",
        '±' => "\\pm",
        '½' => "\\frac{1}{2}",
        '≤' => "\\le",
        '≥' => "\\ge",
        '≠' => "\\ne",
        '≡' => "\\equiv",
        '→' => "\\to",
        '←' => "\\leftarrow",
        '↔' => "\\leftrightarrow",
        '↦' => "\\mapsto",
        '↑' => "\\uparrow",
        '↓' => "\\downarrow",
        '⇑' => "\\Uparrow",
        '⇓' => "\\Downarrow",
        '⋆' | '∗' => "\\ast",
        '⊕' => "\\oplus",
        '∈' => "\\in",
        '∞' => "\\infty",
        '√' => "\\surd",
        '⌊' => "\\lfloor",
        '⌋' => "\\rfloor",
        '⌈' => "\\lceil",
        '⌉' => "\\rceil",
        '│' => "\\vert",
        '─' => "-",
        '├' => "\\vdash",
        '└' => "\\lfloor",
        'α' => "\\alpha",
        'β' => "\\beta",
        'γ' => "\\gamma",
        'δ' => "\\delta",
        'ε' => "\\varepsilon",
        'π' => "\\pi",
        'φ' => "\\varphi",
        'ω' => "\\omega",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_of_tex_are_escaped() {
        for (text, tex) in [
            ("a_b & 5 % #3 $x ~y", "a\\_b \\& 5 \\% \\#3 \\$x \\textasciitilde{}y"),
            ("^*\\", "\\textasciicircum{}*\\textbackslash{}"),
            ("a -- b --- c", "a -{}- b -{}-{}- c"),
            ("''``,,", "'{}'`{}`,{},"),
            ("10⁻¹² x₁₂²", "10$^{-12}$ x$_{12}$$^{2}$"),
            ("2^64 - 1, ^2, 3+^2", "2$^{64}$ - 1, \\textasciicircum{}2, 3+\\textasciicircum{}2"),
            ("a<b>=c->d|e", "a$<$b$\\ge$c$\\to$d$|$e"),
            ("Guy–Smith misère\n\t…", "Guy–Smith misère  \\ldots{}"),
        ] {
            assert_eq!(tex_text(text), tex);
        }
    }
}
