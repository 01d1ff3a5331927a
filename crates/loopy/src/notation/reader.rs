//! Reads values.

use super::braces::{Item, MOST_BARS, Segment, build};
use super::error::{Expected, ParseError, ReadError};
use super::names::{RESERVED, add_name};
use crate::graph::{Graph, NO_VERTEX};
use crate::loopies::{Form, Loopies, Loopy};
use crate::stopper::simplest_forms;
use winways_solve::{Ledger, StopReason};
use winways_values::{ArenaError, Dyadic, Session};

/// The greatest number of braces and brackets inside each other.
pub(super) const DEEPEST: usize = 128;

impl Loopies {
    /// Reads a value in the notation of the literature.
    ///
    /// * `3/4`, `^`, `vv`, `^3*2`: numbers, ups and nimbers; `-1+*`: sums; `2.upon`: multiples; `+-x` for `{x|-x}`.
    /// * `on`, `off`, `dud`, `over`, `under`, `upon`, `uponth`, `tis`, `tisn`; `5over` and `upon*` are sums too.
    /// * `{0||0|-1}`: games; the longest run of bars separates the options of the players. In them, `pass` is a move back to the game.
    /// * `a{0||||0|||a|*||*}`: a game with a label, which stands for the game inside the braces.
    /// * `x & y`: the game with the onside of x and the offside of y.
    ///
    /// # Errors
    /// [`ReadError::Parse`] with the place in bytes and the expectation there, or [`ReadError::Stopped`].
    ///
    /// ```
    /// use winways_loopy::Loopies;
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// use winways_values::Arena;
    ///
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let arena = Arena::default();
    /// let (mut loopies, mut session) = (Loopies::new(), arena.session());
    /// for text in ["5over", "a{0||||0|||a|*||*}", "over & v", "{pass|^}"] {
    ///     let value = loopies.parse(text, &mut session, &ledger).unwrap();
    ///     assert_eq!(loopies.text(value, &mut session, &ledger)?, text);
    /// }
    /// let error = loopies.parse("{0|b}", &mut session, &ledger).unwrap_err();
    /// assert_eq!(error.to_string(), "at byte 3: `b` is neither a name nor a label of enclosing braces");
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn parse(
        &mut self,
        text: &str,
        session: &mut Session<'_>,
        ledger: &Ledger<'_>,
    ) -> std::result::Result<Loopy, ReadError> {
        let graph = Graph::new();
        let (open, labels) = (Vec::new(), Vec::new());
        Reader { text, at: 0, depth: 0, graph, open, labels, loopies: self, session, ledger }.value()
    }
}

/// A text, and the graph of the part that is read already.
struct Reader<'r, 's> {
    text: &'r str,
    at: usize,
    depth: usize,
    graph: Graph,
    /// The vertices whose braces are open.
    open: Vec<u32>,
    /// The labels of the open braces.
    labels: Vec<(&'r str, u32)>,
    loopies: &'r mut Loopies,
    session: &'r mut Session<'s>,
    ledger: &'r Ledger<'r>,
}

type Result<T> = std::result::Result<T, ReadError>;

fn error<T>(at: usize, expected: Expected) -> Result<T> {
    Err(ParseError { at, expected }.into())
}

impl<'r> Reader<'r, '_> {
    fn rest(&self) -> &'r str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Skips one of some spellings, and returns `true` if the text has it here.
    fn take(&mut self, spellings: &[&str]) -> bool {
        let rest = self.rest();
        let found = spellings.iter().find(|spelling| rest.starts_with(**spelling));
        self.at += found.map_or(0, |spelling| spelling.len());
        found.is_some()
    }

    /// Skips and returns all characters that fulfil a condition.
    fn take_while(&mut self, condition: impl Fn(char) -> bool) -> &'r str {
        let rest = self.rest();
        let length = rest.find(|letter| !condition(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn value(mut self) -> Result<Loopy> {
        let one = self.sum()?;
        let place = self.at;
        if !self.take(&["&"]) {
            self.end()?;
            return Ok(self.loopies.value(&self.graph, one, self.ledger)?);
        }
        let other = self.sum()?;
        self.end()?;
        let one = self.loopies.value(&self.graph, one, self.ledger)?;
        let other = self.loopies.value(&self.graph, other, self.ledger)?;
        match self.loopies.joined(one.onside(), other.offside(), self.ledger)? {
            Some(value) => Ok(value),
            None => error(place, Expected::LowerOffside),
        }
    }

    fn end(&mut self) -> Result<()> {
        if self.rest().is_empty() { Ok(()) } else { error(self.at, Expected::End) }
    }

    /// Reads a sum and the space after it.
    fn sum(&mut self) -> Result<u32> {
        let mut sum = self.signed_term()?;
        loop {
            self.skip_space();
            let at = self.at;
            let is_minus = match self.rest().chars().next() {
                Some('+') => false,
                Some('-' | '−') => true,
                _ => return Ok(sum),
            };
            self.take(&["+", "-", "−"]);
            self.check_closed(sum, at)?;
            self.skip_space();
            let place = self.at;
            let mut term = self.signed_term()?;
            self.check_closed(term, place)?;
            if is_minus {
                term = self.negative(term);
            }
            sum = self.add(sum, term)?;
        }
    }

    fn signed_term(&mut self) -> Result<u32> {
        self.skip_space();
        let at = self.at;
        let is_switch = self.take(&["+-", "±"]);
        if !is_switch && !self.take(&["-", "−"]) {
            return self.term();
        }
        self.enter(at)?;
        let term = self.signed_term()?;
        self.depth -= 1;
        self.check_closed(term, at)?;
        let negative = self.negative(term);
        if !is_switch {
            return Ok(negative);
        }
        let switch = self.graph.add_vertex();
        self.graph.set_options(crate::Player::Left, switch, vec![term]);
        self.graph.set_options(crate::Player::Right, switch, vec![negative]);
        Ok(switch)
    }

    fn enter(&mut self, at: usize) -> Result<()> {
        self.depth += 1;
        if self.depth > DEEPEST { error(at, Expected::LessNesting { limit: DEEPEST }) } else { Ok(()) }
    }

    /// Reads a number, a game in braces, brackets or with a name, ups and a nimber, each of which may be missing.
    fn term(&mut self) -> Result<u32> {
        let at = self.at;
        let number = self.number()?;
        let factor = match &number {
            Some(number) if number.is_integer() && self.take(&["."]) => Some(self.factor(number, at)?),
            _ => None,
        };
        let number = number.filter(|_| factor.is_none());
        let place = self.at;
        let mut term = self.primary()?;
        if let Some(factor) = factor {
            let one = match term {
                Some(term) => term,
                None => self.ups_or_nimber()?,
            };
            self.check_closed(one, place)?;
            term = Some(self.multiple(factor, one)?);
        }
        let place = self.at;
        let (ups, nimber) = (self.ups()?, self.nimber()?);
        if number.is_none() && ups.is_none() && nimber.is_none() {
            return term.map_or_else(|| error(at, Expected::Value), Ok);
        }
        let short = self.short(&number.unwrap_or(Dyadic::ZERO), ups, nimber, place)?;
        match term {
            None => Ok(short),
            Some(term) => {
                self.check_closed(term, at)?;
                self.add(short, term)
            }
        }
    }

    /// Reads ups or a nimber after the factor of a multiple.
    fn ups_or_nimber(&mut self) -> Result<u32> {
        let at = self.at;
        let ups = self.ups()?;
        let nimber = if ups.is_none() { self.nimber()? } else { None };
        if ups.is_none() && nimber.is_none() {
            return error(at, Expected::Value);
        }
        self.short(&Dyadic::ZERO, ups, nimber, at)
    }

    /// Returns a number plus ups plus a nimber.
    fn short(&mut self, number: &Dyadic, ups: Option<i64>, nimber: Option<u64>, at: usize) -> Result<u32> {
        let game = match self.session.number_up_star(number, ups.unwrap_or(0), nimber.unwrap_or(0)) {
            Err(ArenaError::TooLarge { .. }) => return error(at, Expected::SmallerNumber),
            found => found.map_err(StopReason::from)?,
        };
        Ok(self.graph.add_game(game, self.session, self.ledger)?)
    }

    fn number(&mut self) -> Result<Option<Dyadic>> {
        let at = self.at;
        let digits = self.take_while(|letter| letter.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        if self.rest().starts_with('/') {
            self.at += 1;
            self.take_while(|letter| letter.is_ascii_digit());
        }
        match self.text[at..self.at].parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => error(at, Expected::Dyadic),
        }
    }

    fn factor(&self, number: &Dyadic, at: usize) -> Result<u64> {
        number.to_string().parse().or_else(|_| error(at, Expected::SmallerNumber))
    }

    /// Reads a run of ups or downs, which a number may follow.
    fn ups(&mut self) -> Result<Option<i64>> {
        let at = self.at;
        let is_down = self.rest().starts_with(['v', '↓']);
        let signs: &[char] = if is_down { &['v', '↓'] } else { &['^', '↑'] };
        let run = self.take_while(|letter| signs.contains(&letter)).chars().count();
        if run == 0 {
            return Ok(None);
        }
        let digits = self.take_while(|letter| letter.is_ascii_digit());
        let ups = match (run, digits) {
            (run, "") => run as i64,
            (1, digits) => digits.parse().or_else(|_| error(at, Expected::SmallerNumber))?,
            _ => return error(at, Expected::Value),
        };
        Ok(Some(if is_down { -ups } else { ups }))
    }

    fn nimber(&mut self) -> Result<Option<u64>> {
        if !self.take(&["*", "⋆"]) {
            return Ok(None);
        }
        let at = self.at;
        match self.take_while(|letter| letter.is_ascii_digit()) {
            "" => Ok(Some(1)),
            digits => digits.parse().map(Some).or_else(|_| error(at, Expected::SmallerNumber)),
        }
    }

    /// Reads a game in brackets, in braces, or with a name, if the text has one here.
    fn primary(&mut self) -> Result<Option<u32>> {
        let at = self.at;
        if self.take(&["("]) {
            self.enter(at)?;
            let sum = self.sum()?;
            self.depth -= 1;
            return if self.take(&[")"]) { Ok(Some(sum)) } else { error(self.at, Expected::Bracket) };
        }
        if self.rest().starts_with('{') {
            return self.braces(None).map(Some);
        }
        let name = self.name();
        if name.is_empty() {
            return Ok(None);
        }
        if self.rest().starts_with('{') {
            if RESERVED.contains(&name) || self.labels.iter().any(|(label, _)| *label == name) {
                return error(at, Expected::NewLabel(name.to_owned()));
            }
            return self.braces(Some(name)).map(Some);
        }
        if name == "uponth" {
            let uponth = self.loopies.uponth(self.ledger)?;
            let (graph, root) = self.loopies.graph(Form::Stopper(uponth), self.ledger)?;
            return Ok(Some(self.graph.append(&graph) + root));
        }
        if let Some(&(_, vertex)) = self.labels.iter().rev().find(|(label, _)| *label == name) {
            return Ok(Some(vertex));
        }
        match add_name(name, &mut self.graph) {
            Some(vertex) => Ok(Some(vertex)),
            None => error(at, Expected::KnownLabel(name.to_owned())),
        }
    }

    /// Skips and returns a name. A run of the letter `v` is no name.
    fn name(&mut self) -> &'r str {
        let at = self.at;
        if !self.rest().starts_with(|letter: char| letter.is_ascii_lowercase()) {
            return "";
        }
        let name = self.take_while(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
        if name.trim_start_matches('v').trim_start_matches(|letter: char| letter.is_ascii_digit()).is_empty()
            && name.starts_with('v')
        {
            self.at = at;
            return "";
        }
        name
    }

    /// Reads a game in braces.
    fn braces(&mut self, label: Option<&'r str>) -> Result<u32> {
        let at = self.at;
        self.take(&["{"]);
        self.enter(at)?;
        let vertex = self.graph.add_vertex();
        self.open.push(vertex);
        if let Some(label) = label {
            self.labels.push((label, vertex));
        }
        let mut segments = Vec::new();
        loop {
            let items = self.items()?;
            let at = self.at;
            let bars = self.take_while(|letter| letter == '|').len();
            if bars > MOST_BARS {
                return error(at, Expected::OneBar);
            }
            segments.push(Segment { items, at, bars });
            if bars == 0 {
                break;
            }
        }
        if !self.take(&["}"]) {
            return error(self.at, Expected::BarOrBrace);
        }
        build(&segments, vertex, &mut self.graph)?;
        self.open.pop();
        self.labels.truncate(self.labels.len() - usize::from(label.is_some()));
        self.depth -= 1;
        Ok(vertex)
    }

    /// Reads options with commas between them, up to a bar or a brace.
    fn items(&mut self) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        self.skip_space();
        if self.rest().starts_with(['|', '}']) {
            return Ok(items);
        }
        loop {
            items.push(self.item()?);
            self.skip_space();
            if !self.take(&[","]) {
                return Ok(items);
            }
            self.skip_space();
        }
    }

    fn item(&mut self) -> Result<Item> {
        let at = self.at;
        if self.name() == "pass" {
            return Ok(Item::Pass);
        }
        self.at = at;
        self.sum().map(Item::Vertex)
    }

    /// Checks that a term does not lead back to open braces.
    fn check_closed(&self, term: u32, at: usize) -> Result<()> {
        let (_, numbers) = self.graph.reachable_from(&[term]);
        if self.open.iter().any(|&vertex| numbers[vertex as usize] != NO_VERTEX) {
            return error(at, Expected::ClosedTerm);
        }
        Ok(())
    }

    fn negative(&mut self, term: u32) -> u32 {
        let negative = self.graph.reachable(term).negative();
        self.graph.append(&negative)
    }

    fn add(&mut self, one: u32, other: u32) -> Result<u32> {
        let sum = self.loopies.sum_of_vertices((&self.graph, one), (&self.graph, other), self.ledger)?;
        Ok(self.graph.append(&sum.0) + sum.1)
    }

    fn multiple(&mut self, factor: u64, mut power: u32) -> Result<u32> {
        let (mut rest, mut sum) = (factor, self.graph.add_vertex());
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }
}

impl Loopies {
    /// Returns the sum of two vertices, simplified only if it is a stopper.
    fn sum_of_vertices(
        &self,
        one: (&Graph, u32),
        other: (&Graph, u32),
        ledger: &Ledger<'_>,
    ) -> std::result::Result<(Graph, u32), StopReason> {
        let work = self.work(ledger);
        let (sum, places) = Graph::sum(one, other, work)?.fused(work)?;
        if !sum.is_stopper(places[0]) {
            return Ok((sum, places[0]));
        }
        let (simplest, classes) = simplest_forms(&sum, work)?;
        let root = classes[places[0] as usize];
        Ok((simplest.reachable(root), 0))
    }
}
