use super::call::RULE_FILE;
use super::tree::{Comparison, Literal, UpCount, Ups};
use crate::{Scanner, Span};

/// A token of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    End,
    Literal(Literal),
    /// A star with a list in square brackets, to the matching bracket or the end of the text.
    MisereForm,
    /// A name.
    Word,
    Let,
    For,
    In,
    If,
    Then,
    Else,
    And,
    Or,
    Not,
    /// A quotation.
    Text {
        closed: bool,
    },
    Plus,
    Minus,
    PlusMinus,
    Colon,
    Dot,
    Slash,
    Ampersand,
    /// The star of a nimber whose size is an ordinal: in brackets, or `ω`.
    Star,
    Range,
    Comparison(Comparison),
    Equals,
    /// A run of bars and its length.
    Bars(usize),
    Comma,
    Semicolon,
    Open(Bracket),
    Close(Bracket),
    /// Characters that occur in no expression.
    Unknown,
}

/// A kind of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Curly,
    Square,
}

impl Bracket {
    pub(super) fn closing(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Curly => '}',
            Bracket::Square => ']',
        }
    }
}

/// A scanner that splits an expression into tokens, from left to right.
pub(super) type Lexer<'t> = Scanner<'t>;

impl<'t> Scanner<'t> {
    /// Creates a scanner of the given span of `text`.
    pub(super) fn of_span(text: &'t str, span: Span) -> Self {
        Scanner::new(&text[..span.end]).at(span.start)
    }

    fn at(mut self, position: usize) -> Self {
        self.skip_to(position);
        self
    }

    /// Returns the next byte without consuming it; 0 at the end.
    #[inline]
    pub(super) fn peek_byte(&self) -> u8 {
        self.rest().as_bytes().first().copied().unwrap_or(0)
    }

    fn span_while(&mut self, belongs: impl Fn(char) -> bool) -> Span {
        let start = self.position();
        self.take_while(belongs);
        Span::new(start, self.position())
    }

    /// Consumes a minus sign if it comes next, without skipping white space.
    pub(super) fn eat_minus(&mut self) -> bool {
        self.eat('-') || self.eat('−')
    }

    /// Consumes `=`, with the white space and comments before it, if `=` comes next but `==` does not.
    pub(super) fn eat_assignment(&mut self) -> bool {
        let start = self.position();
        self.skip_blank();
        let found = !self.rest().starts_with("==") && self.eat('=');
        if !found {
            self.skip_to(start);
        }
        found
    }

    /// Consumes `(x, y) =`, the parameters of a function and the equals sign, if they come next. Does not accept `==`.
    pub(super) fn eat_parameters(&mut self) -> Option<Vec<Span>> {
        let start = self.position();
        let parameters = self.parameters().filter(|_| self.eat_assignment());
        if parameters.is_none() {
            self.skip_to(start);
        }
        parameters
    }

    fn parameters(&mut self) -> Option<Vec<Span>> {
        let mut parameters = Vec::new();
        if self.next_token().kind != TokenKind::Open(Bracket::Round) {
            return None;
        }
        loop {
            let token = self.next_token();
            match token.kind {
                TokenKind::Word => parameters.push(token.span),
                TokenKind::Close(Bracket::Round) if parameters.is_empty() => return Some(parameters),
                _ => return None,
            }
            match self.next_token().kind {
                TokenKind::Comma => {}
                TokenKind::Close(Bracket::Round) => return Some(parameters),
                _ => return None,
            }
        }
    }

    /// Returns the span of a hyphenated name whose first word was just consumed, or `None` if no bracket follows the name. For example,
    /// returns the span of `toads-and-frogs` for the word `toads` of `toads-and-frogs(...)`.
    pub(super) fn hyphenated(&self, word: Span) -> Option<Span> {
        if self.peek_byte() != b'-' {
            return None;
        }
        let mut lexer = self.clone().at(word.start);
        let mut room = MAX_HYPHENATED;
        let last = loop {
            let part = lexer.span_while(is_word_part);
            room = room.checked_sub(part.end + 1 - part.start)?;
            // Parts must not be empty: `--` ends the name.
            if part.start == part.end || !lexer.eat('-') {
                break part;
            }
        };
        let end = lexer.position();
        if lexer.peek_byte() != b'{' {
            lexer.skip_blank();
        }
        let has_brackets = matches!(lexer.peek_byte(), b'{' | b'(');
        (last.start < last.end && has_brackets).then_some(Span::new(word.start, end))
    }

    /// Returns the span of the path of a rule file that starts at `start`, if brackets follow: `docs/tri.game` in
    /// `docs/tri.game(1, 2)`. The path may begin with `./`, `../` or `/`, and may then contain further points.
    pub(super) fn rule_file(&self, start: usize) -> Option<Span> {
        let rest = &self.text()[start..];
        let is_rooted = ["./", "../", "/"].iter().any(|root| rest.starts_with(root));
        let belongs =
            |byte: u8| !byte.is_ascii() || is_path_part(char::from(byte)) || is_rooted && byte == b'.';
        // Limits the look-ahead, so that long sums are not scanned again at every word.
        let length = rest.bytes().take(MAX_PATH).position(|byte| !belongs(byte))?;
        let end = if is_rooted { length } else { length + RULE_FILE.len() };
        let is_file = rest.get(..end).is_some_and(|path| path.ends_with(RULE_FILE));
        let has_brackets = is_file && rest[end..].trim_start().starts_with('(');
        has_brackets.then(|| Span::new(start, start + end))
    }

    /// Skips white space and comments.
    #[inline]
    pub(super) fn skip_blank(&mut self) {
        if matches!(self.peek_byte(), b'!' | b'"' | b'$'..=b'~') {
            return;
        }
        self.take_while(char::is_whitespace);
        while self.eat('#') {
            self.take_while(|character| character != '\n');
            self.take_while(char::is_whitespace);
        }
    }

    pub(super) fn next_token(&mut self) -> Token {
        self.skip_blank();
        let start = self.position();
        let kind = match self.peek() {
            // The most frequent signs. No literal or word begins with these characters.
            Some('{' | '}' | '|' | ',' | '-' | '+' | '(' | ')') => self.sign(),
            Some('"') => self.quotation(),
            Some('*' | '⋆' | '∗') if self.is_misere_form() => self.misere_form(),
            Some(_) if self.is_star_of_ordinal() => {
                self.next_char();
                TokenKind::Star
            }
            Some('^' | '↑') if self.is_power_of_up() => {
                self.take_while(|character| character != '(');
                TokenKind::Word
            }
            // A word may be a literal, such as `v` or `v3`.
            Some(character) if is_word_start(character) => {
                self.literal().map_or_else(|| self.word(), TokenKind::Literal)
            }
            _ => self.literal().map_or_else(|| self.sign(), TokenKind::Literal),
        };
        Token { kind, span: Span::new(start, self.position()) }
    }

    fn quotation(&mut self) -> TokenKind {
        self.eat('"');
        self.take_while(|character| character != '"');
        TokenKind::Text { closed: self.eat('"') }
    }

    /// Returns `true` if a power of up follows, as CGSuite writes it: `^.Pow(2)`.
    fn is_power_of_up(&self) -> bool {
        let mut rest = self.rest().chars();
        rest.next();
        rest.as_str().starts_with(".Pow(")
    }

    /// Returns `true` if `[` follows the next character, which is a star.
    fn is_misere_form(&self) -> bool {
        let rest = &self.text()[self.position()..];
        rest.chars().nth(1) == Some('[')
    }

    /// Returns `true` if the next character is a star that is followed by `(` or ω.
    fn is_star_of_ordinal(&self) -> bool {
        let rest = self.rest();
        let Some(after) = rest.strip_prefix(STARS) else { return false };
        let word = &after[..after.find(|character| !is_word_part(character)).unwrap_or(after.len())];
        after.starts_with('(') || is_omega(word)
    }

    fn misere_form(&mut self) -> TokenKind {
        let mut depth = 0usize;
        while let Some(character) = self.next_char() {
            match character {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 && character == ']' {
                break;
            }
        }
        TokenKind::MisereForm
    }

    fn word(&mut self) -> TokenKind {
        let span = self.span_while(is_word_part);
        // The `and` of `toads-and-frogs` is part of a name, even of an unknown one.
        let is_part = self.text()[..span.start].ends_with('-') && self.peek_byte() == b'-';
        match &self.text()[span.range()] {
            _ if is_part => TokenKind::Word,
            "let" => TokenKind::Let,
            "for" => TokenKind::For,
            "in" => TokenKind::In,
            "if" => TokenKind::If,
            "then" => TokenKind::Then,
            "else" => TokenKind::Else,
            "and" => TokenKind::And,
            "or" => TokenKind::Or,
            "not" => TokenKind::Not,
            _ => TokenKind::Word,
        }
    }

    fn sign(&mut self) -> TokenKind {
        use Bracket::{Curly, Round, Square};
        use Comparison::{Confused, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal};
        let first = self.next_char();
        match first {
            None => TokenKind::End,
            Some('|') => {
                let more = self.take_while(|character| character == '|');
                TokenKind::Bars(1 + more.len())
            }
            Some('{') => TokenKind::Open(Curly),
            Some('}') => TokenKind::Close(Curly),
            Some('(') => TokenKind::Open(Round),
            Some(')') => TokenKind::Close(Round),
            Some('[') => TokenKind::Open(Square),
            Some(']') => TokenKind::Close(Square),
            Some(',') => TokenKind::Comma,
            Some(';') => TokenKind::Semicolon,
            Some(':') => TokenKind::Colon,
            Some('+') => TokenKind::Plus,
            Some('-' | '−') => TokenKind::Minus,
            Some('±') => TokenKind::PlusMinus,
            Some('.') if self.eat('.') => TokenKind::Range,
            Some('.') => TokenKind::Dot,
            Some('/') => TokenKind::Slash,
            Some('&') => TokenKind::Ampersand,
            Some('=') if self.eat('=') => TokenKind::Comparison(Equal),
            Some('=') => TokenKind::Equals,
            Some('!') if self.eat('=') => TokenKind::Comparison(Unequal),
            Some('<') if self.eat('=') => TokenKind::Comparison(LessOrEqual),
            Some('<') if self.eat('>') => TokenKind::Comparison(Confused),
            Some('<') => TokenKind::Comparison(Less),
            Some('>') if self.eat('=') => TokenKind::Comparison(GreaterOrEqual),
            Some('>') => TokenKind::Comparison(Greater),
            Some('≠') => TokenKind::Comparison(Unequal),
            Some('≤') => TokenKind::Comparison(LessOrEqual),
            Some('≥') => TokenKind::Comparison(GreaterOrEqual),
            Some('∥' | '‖') => TokenKind::Comparison(Confused),
            Some(_) => {
                self.take_while(|character| {
                    !character.is_whitespace() && !is_word_part(character) && !SIGNS.contains(character)
                });
                TokenKind::Unknown
            }
        }
    }

    /// Consumes the longest literal without white space; consumes nothing if there is none.
    fn literal(&mut self) -> Option<Literal> {
        let literal = Literal { number: self.number_span(), ups: self.ups(), nimber: self.nimber() };
        (literal != Literal::default()).then_some(literal)
    }

    pub(super) fn digits(&mut self) -> Option<Span> {
        let start = self.position();
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.skip_to(start + length);
        (length > 0).then_some(Span::new(start, start + length))
    }

    fn number_span(&mut self) -> Option<Span> {
        let whole = self.digits()?;
        let end = self.position();
        if !matches!(self.peek_byte(), b'/' | b'.' | b'e' | b'E') {
            return Some(whole);
        }
        // A fraction or a decimal, but only if digits follow: `1..3` is a range, and `2.x` a product.
        let is_quotient = self.eat('/');
        if (is_quotient || self.eat('.'))
            && let Some(part) = self.digits()
            // The denominators of `1/1e3` and `1/2.5` are separate literals.
            && !(is_quotient && (self.is_decimal() || self.power_of_ten(part) != part))
        {
            return Some(Span::new(whole.start, part.end));
        }
        self.skip_to(end);
        Some(self.power_of_ten(whole))
    }

    /// Returns `true` if a decimal point and a digit follow.
    fn is_decimal(&self) -> bool {
        self.rest().strip_prefix('.').is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit()))
    }

    /// Consumes `e18` after the digits of a number, unless it begins a longer word. Returns the span of the number.
    fn power_of_ten(&mut self, digits: Span) -> Span {
        let is_power = (self.eat('e') || self.eat('E')) && self.digits().is_some() && !self.is_inside_word();
        if !is_power {
            self.skip_to(digits.end);
        }
        Span::new(digits.start, self.position())
    }

    /// Returns `true` if the next word cannot follow a number, since it is neither downs nor the name of a loopy game.
    fn is_inside_word(&self) -> bool {
        let mut rest = self.clone();
        rest.downs_in_letters().is_none() && !is_loopy_name(rest.take_while(is_word_part))
    }

    fn ups(&mut self) -> Option<Ups> {
        match self.peek_byte() {
            b'v' => return self.downs_in_letters(),
            b'^' => {}
            byte if byte.is_ascii() => return None,
            _ => {}
        }
        // Accepts arrows of one direction only and leaves others to the next token.
        let (down, arrows) = match self.arrows(['^', '↑'], '⇑') {
            0 => (true, self.arrows(['↓', '↓'], '⇓')),
            ups => (false, ups),
        };
        if arrows == 0 {
            return None;
        }
        let digits = if arrows == 1 { self.digits() } else { None };
        Some(Ups { down, count: digits.map_or(UpCount::Arrows(arrows), UpCount::Digits) })
    }

    /// Consumes arrows and returns their number, counting `double` arrows twice.
    fn arrows(&mut self, single: [char; 2], double: char) -> usize {
        let mut count = 0;
        while let Some(character) = self.peek() {
            count += match character {
                _ if single.contains(&character) => 1,
                _ if character == double => 2,
                _ => break,
            };
            self.next_char();
        }
        count
    }

    /// Consumes `v`, `vv` or `v3`. Consumes nothing if the word contains other letters.
    fn downs_in_letters(&mut self) -> Option<Ups> {
        let start = self.position();
        let word = self.span_while(is_word_part);
        let letters = self.text()[word.range()].trim_start_matches('v');
        let end_of_letters = word.end - letters.len();
        let arrows = end_of_letters - start;
        if !letters.bytes().all(|byte| byte.is_ascii_digit()) {
            self.skip_to(start);
            return None;
        }
        let count = match arrows {
            1 if !letters.is_empty() => UpCount::Digits(Span::new(end_of_letters, word.end)),
            _ => {
                self.skip_to(end_of_letters);
                UpCount::Arrows(arrows)
            }
        };
        Some(Ups { down: true, count })
    }

    fn nimber(&mut self) -> Option<Span> {
        let is_other = self.peek_byte().is_ascii() && self.peek_byte() != b'*';
        if is_other || !self.rest().starts_with(STARS) || self.is_star_of_ordinal() {
            return None;
        }
        self.next_char();
        Some(self.digits().unwrap_or(Span::at(self.position())))
    }
}

/// The ways to write a star.
const STARS: [char; 3] = ['*', '⋆', '∗'];

/// Returns `true` for a name of the least infinite ordinal, after which a power may follow.
pub(super) fn is_omega(word: &str) -> bool {
    matches!(word, "ω" | "omega")
}

/// Returns `true` for a name of a loopy game, to which numbers, ups and stars may be added without a sign: `5over`, `upon*`.
pub(super) fn is_loopy_name(word: &str) -> bool {
    matches!(word, "on" | "off" | "dud" | "over" | "under" | "upon" | "uponth" | "tis" | "tisn")
}

/// Returns `true` for a word that may be the label of braces: a letter from `a` to `z`, optionally followed by digits.
pub(super) fn is_label(word: &str) -> bool {
    let digits = word.strip_prefix(|letter: char| letter.is_ascii_lowercase());
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_word_start(character: char) -> bool {
    matches!(character, '_' | '∞') || character.is_alphabetic()
}

fn is_word_part(character: char) -> bool {
    is_word_start(character) || character.is_ascii_digit()
}

/// Returns `true` if the character may occur in a path before its extension.
fn is_path_part(character: char) -> bool {
    is_word_part(character) || matches!(character, '-' | '/')
}

/// The number of bytes within which the path of a rule file must end. The extension counts only if the path begins with `/`, `./` or `../`.
const MAX_PATH: usize = 1024;

/// The maximum length of a hyphenated name, in bytes.
const MAX_HYPHENATED: usize = 64;

/// The first characters of tokens that are neither words nor numbers.
const SIGNS: &str = "\"#|{}()[],;:+-−±./&=!<>≠≤≥∥‖^↑⇑↓⇓*⋆∗";
