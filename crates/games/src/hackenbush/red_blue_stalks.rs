//! Red-blue stalks: bamboo whose segments belong to Left or to Right; a cut removes a segment and all segments above it.

mod claims;
mod stalk;
#[cfg(test)]
mod tests;
mod words;

pub use stalk::{SEGMENTS, Stalk};
pub use words::{sum_of_words, value_of_word};

use crate::hackenbush::binary::Binary;
use crate::hackenbush::number_sums;
use crate::hackenbush::whole::{graph_view, view_edge, view_vertex};
use stalk::letter;
use std::cmp::Ordering;
use winways_kit::any::partizan;
use winways_kit::figures;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{Detail, MovesOfPlayers, Page, PartizanGame, WholePositions};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Meter, Options, PartizanRuleset, RuleFault, Side, Sign};
use winways_values::{ArenaError, Dyadic, Game, Session};

game!("red-blue-stalks", |_| Ok(partizan::shared(RedBlueStalks)), claims::CLAIMS);

/// Red-blue stalks. A component is a stalk.
#[derive(Clone, Copy, Debug)]
pub struct RedBlueStalks;

impl PartizanRuleset for RedBlueStalks {
    type Component = Stalk;

    fn options(&self, stalk: &Stalk, side: Side, options: &mut Options<Stalk>) -> Result<(), RuleFault> {
        let own = stalk.segments().enumerate().filter(|&(_, segment)| segment == side);
        own.for_each(|(below, _)| options.push([stalk.cut(below)]));
        Ok(())
    }

    fn option_bound(&self, stalk: &Stalk) -> u64 {
        stalk.len() as u64
    }

    /// Exchanges the colours, which negates the value, if the segment at the ground is Right's.
    fn canonicalise_value(&self, stalk: &mut Stalk) -> Sign {
        if stalk.segments().next() != Some(Side::Right) {
            return Sign::Same;
        }
        *stalk = stalk.negative();
        Sign::Negative
    }

    /// Uses the symmetry of `canonicalise_value`: the rules do not change when the players are exchanged.
    fn canonicalise_for_both(&self, stalk: &mut Stalk) {
        self.canonicalise_value(stalk);
    }

    fn value_by_theorem(&self, stalk: &Stalk, arena: &mut Session<'_>) -> Result<Option<Game>, ArenaError> {
        arena.number(&stalk.value()).map(Some)
    }
}

/// A move that cuts a segment and removes all segments above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CutSegment {
    /// The index of the stalk, counted from 0.
    pub stalk: usize,
    /// The number of segments below the cut segment.
    pub below: usize,
}

impl WholePositions for RedBlueStalks {
    type Part = Stalk;
    type Position = Vec<Stalk>;
    type Move = CutSegment;

    fn parse(&self, text: &str) -> Result<Vec<Stalk>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let mut stalks = Vec::new();
        scanner.skip_separators();
        while !scanner.is_at_end() {
            let word = scanner.word_span();
            stalks.push(parse_stalk(&text[word.range()]).map_err(|wrong| wrong.shifted(word.start))?);
            scanner.skip_to(word.end);
            // White space beyond ASCII is not a separator.
            let end = scanner.position();
            scanner.skip_separators();
            if end == scanner.position() && !scanner.is_at_end() {
                return Err(scanner.unexpected("expected a space or another stalk"));
            }
        }
        if stalks.is_empty() {
            return Err(Diagnostic::new("empty input", Span::at(scanner.position()))
                .label("expected stalks such as `LLR RL`, or `-` for an empty one"));
        }
        Ok(stalks)
    }

    fn write(&self, stalks: &Vec<Stalk>) -> String {
        format!("\"{}\"", text_of(stalks))
    }

    fn components(&self, stalks: &Vec<Stalk>) -> Vec<Stalk> {
        stalks.clone()
    }

    fn move_bound(&self, stalks: &Vec<Stalk>) -> u64 {
        segments(stalks) as u64
    }

    fn moves(&self, stalks: &Vec<Stalk>) -> MovesOfPlayers<CutSegment> {
        let segments = |(stalk, segments): (usize, &Stalk)| {
            let cuts = segments.segments().enumerate();
            cuts.map(|(below, side)| (side.into(), CutSegment { stalk, below })).collect::<Vec<_>>()
        };
        Ok(stalks.iter().enumerate().flat_map(segments).collect())
    }

    fn after(&self, stalks: &Vec<Stalk>, cut: &CutSegment) -> Vec<Stalk> {
        let mut after = stalks.clone();
        after[cut.stalk] = after[cut.stalk].cut(cut.below);
        after
    }

    fn move_name(&self, _: &Vec<Stalk>, cut: &CutSegment) -> String {
        format!("cut segment {} of stalk {}", cut.below + 1, cut.stalk + 1)
    }

    fn touches(&self, stalks: &Vec<Stalk>, cut: &CutSegment) -> Vec<Touch> {
        if segments(stalks) > figures::MAX_EDGES {
            return vec![Touch::heap(cut.stalk)];
        }
        // The ground and the upper end of each segment come before the segments.
        vec![Touch::of((1 + segments(stalks) + segments(&stalks[..cut.stalk]) + cut.below) as u64)]
    }

    /// Draws the ground and the upper ends of the segments, stalk by stalk, or heaps if there are too many segments.
    fn view(&self, stalks: &Vec<Stalk>) -> View {
        if segments(stalks) > figures::MAX_EDGES {
            return View::heaps(&stalks.iter().map(|stalk| stalk.len() as u64).collect::<Vec<_>>());
        }
        let place = |x: usize, y: usize| Some((i32::try_from(x).ok()?, i32::try_from(y).ok()?));
        let above =
            |(x, stalk): (usize, &Stalk)| (1..=stalk.len()).map(move |y| place(x, y)).collect::<Vec<_>>();
        let places = std::iter::once(place(0, 0)).chain(stalks.iter().enumerate().flat_map(above));
        graph_view(
            (0..)
                .zip(places)
                .map(|(number, place): (u32, _)| view_vertex(number.to_string(), place))
                .collect(),
            edges_of(stalks),
        )
    }

    fn sum(&self, stalks: &Vec<Stalk>, other: &Vec<Stalk>) -> Option<Vec<Stalk>> {
        Some([&stalks[..], other].concat())
    }

    fn component_move(&self, stalks: &Vec<Stalk>, cut: &CutSegment) -> Option<(usize, Vec<Stalk>)> {
        Some((cut.stalk, vec![stalks[cut.stalk].cut(cut.below)]))
    }
}

impl PartizanGame for RedBlueStalks {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn number(&self, stalk: &Stalk, meter: &mut Meter) -> Result<Option<Dyadic>, RuleFault> {
        meter.spend(stalk.len() as u64)?;
        Ok(Some(stalk.value()))
    }

    fn explain(&self, position: &Vec<Stalk>, detail: Detail) -> Vec<String> {
        let values: Vec<Dyadic> = position.iter().map(Stalk::value).collect();
        let mut lines = Vec::new();
        if position.len() <= number_sums::SUMMANDS_WRITTEN_OUT {
            let steps = position.iter().zip(&values);
            lines.extend(steps.map(|(stalk, value)| explain_stalk(stalk, value, detail)));
        }
        lines.extend(number_sums::explain(&values, &value(position)));
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Stalk>> + '_> {
        Box::new(stalk_multisets(2, up_to))
    }
}

/// Returns the segments as edges of one graph, stalk by stalk from the ground up. Vertex 0 is the ground.
fn edges_of(stalks: &[Stalk]) -> Vec<winways_kit::view::Edge> {
    let mut edges = Vec::new();
    let mut vertices = 0;
    for stalk in stalks {
        let mut below = 0;
        for segment in stalk.segments() {
            vertices += 1;
            edges.push(view_edge(below, vertices, segment.into()));
            below = vertices;
        }
    }
    edges
}

/// Returns the total number of segments of the stalks.
fn segments(stalks: &[Stalk]) -> usize {
    stalks.iter().map(Stalk::len).sum()
}

/// Formats stalks in the notation: `LLR RL`, or `-` for no stalks.
fn text_of(stalks: &[Stalk]) -> String {
    if stalks.is_empty() {
        "-".to_owned()
    } else {
        stalks.iter().map(Stalk::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the value of a sum of stalks: positive if Left wins, negative if Right wins, zero if the player who moves first loses.
///
/// O(stalks + segments / 64) for the sum, and O(b log b) for the number in lowest terms, where b is its number of bits.
///
/// ```
/// use winways_games::hackenbush::red_blue_stalks::{RedBlueStalks, value};
/// use winways_kit::WholePositions;
/// assert_eq!(value(&RedBlueStalks.parse("LLR RL LRRL")?).to_string(), "11/8");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn value(position: &[Stalk]) -> Dyadic {
    sum(position).to_dyadic()
}

/// Compares [`value`] with zero, which decides who wins. O(stalks + segments / 64).
///
/// ```
/// use winways_games::hackenbush::red_blue_stalks::{RedBlueStalks, sign};
/// use winways_kit::WholePositions;
/// assert!(sign(&RedBlueStalks.parse("LR LR R")?).is_eq());
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn sign(position: &[Stalk]) -> Ordering {
    sum(position).sign()
}

fn sum(position: &[Stalk]) -> Binary {
    position.iter().fold(Binary::ZERO, |sum, stalk| sum.plus(stalk.binary()))
}

impl Stalk {
    /// Returns the value by Berlekamp's rule. O(1) for up to 63 segments, else O(n log n) for n segments.
    pub fn value(&self) -> Dyadic {
        self.binary().to_dyadic()
    }
}

/// Reads one stalk: a word of `L` and `R`, or `-`.
///
/// # Errors
/// Returns a diagnostic that points at the first character that is not a segment.
///
/// ```
/// use winways_games::hackenbush::red_blue_stalks::parse_stalk;
/// assert_eq!(parse_stalk("LRL")?.value().to_string(), "3/4");
/// assert_eq!(parse_stalk("LRB").unwrap_err().span.range(), 2..3);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn parse_stalk(word: &str) -> Result<Stalk, Diagnostic> {
    if word == "-" {
        return Ok(Stalk::EMPTY);
    }
    let is_segment = |byte: &u8| matches!(byte, b'L' | b'R' | b'l' | b'r');
    if let Some(place) = word.bytes().position(|byte| !is_segment(&byte)) {
        let mut scanner = Scanner::new(word);
        scanner.skip_to(place); // all before it is ASCII
        return Err(scanner.unexpected("expected `L` or `R`, the owner of the segment"));
    }
    let side = |byte: u8| if byte.eq_ignore_ascii_case(&b'L') { Side::Left } else { Side::Right };
    let too_long = || {
        Diagnostic::new(format!("a stalk has at most {SEGMENTS} segments"), Span::new(SEGMENTS, word.len()))
    };
    if word.is_empty() {
        return Err(Scanner::new(word).unexpected("expected a stalk, `-` if it is empty"));
    }
    Stalk::new(word.bytes().map(side)).ok_or_else(too_long)
}

/// The greatest number of segments of a stalk that is written out.
const SEGMENTS_WRITTEN_OUT: usize = 64;
/// The greatest number of segments of a stalk that is explained segment by segment.
const STEPS_WRITTEN_OUT: usize = 24;

/// Explains the value of a stalk by the steps of Berlekamp's rule.
fn explain_stalk(stalk: &Stalk, value: &Dyadic, detail: Detail) -> String {
    let Some(ground) = stalk.segments().next() else { return "stalk -: no segments, worth 0".to_owned() };
    let length = stalk.len();
    let run = stalk.segments().take_while(|&segment| segment == ground).count();
    let name =
        if length <= SEGMENTS_WRITTEN_OUT { stalk.to_string() } else { format!("of {length} segments") };
    let signed = |side: Side| if side == Side::Left { '+' } else { '-' };
    let (colour, sign) = (letter(ground), signed(ground));
    let mut text = match run {
        1 => format!("stalk {name}: 1 segment {colour} at the ground counts {sign}1"),
        _ => format!("stalk {name}: {run} segments {colour} at the ground count {sign}1 each"),
    };
    if detail == Detail::Brief || length > STEPS_WRITTEN_OUT {
        if run < length {
            text.push_str(", those above count 1/2, 1/4, ... with their signs");
        }
        text.push_str(&format!(": {}", number_sums::written(value)));
        return text;
    }
    let mut so_far = Dyadic::from(if ground == Side::Left { run as i64 } else { -(run as i64) });
    text.push_str(&format!(": {so_far}"));
    for (place, segment) in stalk.segments().enumerate().skip(run) {
        let exponent = (place - run + 1) as u32; // at most STEPS_WRITTEN_OUT
        so_far = so_far + Dyadic::new(if segment == Side::Left { 1 } else { -1 }, exponent);
        text.push_str(&format!(
            "; {} {}{} = {so_far}",
            letter(segment),
            signed(segment),
            Dyadic::new(1, exponent)
        ));
    }
    if run < length {
        let bits: String =
            stalk.segments().skip(run + 1).map(|segment| if segment == ground { '1' } else { '0' }).collect();
        let sign = if ground == Side::Left { "" } else { "-" };
        text.push_str(&format!(
            "; in binary {sign}{}.{bits}1 (the run minus 1 before the point; after the change of colour {} = 1, {} = 0; a final 1)",
            run - 1,
            letter(ground),
            letter(ground.opponent())
        ));
    }
    text
}

/// Iterates over all stalks of at most `up_to` segments (capped at 40), shorter ones first.
fn stalks(up_to: u64) -> impl Iterator<Item = Stalk> + Clone {
    (0..=up_to.min(40)).flat_map(|length| (0..1u64 << length).map(move |bits| stalk_of_bits(bits, length)))
}

fn stalk_of_bits(bits: u64, length: u64) -> Stalk {
    let side = move |place: u64| if bits >> place & 1 == 1 { Side::Left } else { Side::Right };
    Stalk::new((0..length).map(side)).unwrap_or(Stalk::EMPTY)
}

/// Iterates over all multisets of 1 to `count` stalks of at most `up_to` segments (capped at 40).
fn stalk_multisets(count: usize, up_to: u64) -> impl Iterator<Item = Vec<Stalk>> {
    // The segments of stalk number i are the binary digits of i + 1 after the leading one.
    let stalk = |&number: &u64| stalk_of_bits(number + 1, (number + 1).ilog2().into());
    heaps::multisets(count, (2 << up_to.min(40)) - 2).map(move |numbers| numbers.iter().map(stalk).collect())
}
