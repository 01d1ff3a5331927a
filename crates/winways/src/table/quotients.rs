//! Tables of misère quotients: the elements of consecutive heaps, and the monoid that they generate.

use super::heaps;
use super::kind::{TableCell, TableKind, ValueTable};
use super::{Findings, TableQuery, ValuePattern};
use crate::quotients::HeapQuotient;
use crate::wire::{FindingsJson, PatternJson, QuotientJson};
use std::borrow::Cow;
use std::ops::Range;
use winways_kit::AnyGame;
use winways_misere::{Presentation, product_text};
use winways_notation::{Diagnostic, Span};
use winways_solve::{Budget, Observer, PatternStatus, Stopped};

/// The theorem that proves periods of elements.
const THEOREM: &str = "the periodicity theorem of Plambeck and Siegel";

/// The misère quotient of the heaps of an impartial game, and the element of each heap.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver};
/// use winways::tables::QuotientTable;
/// let kayles = Catalogue::new().game("kayles")?;
/// let table = QuotientTable::find(&*kayles, 12, Budget::DEFAULT, &NoObserver)?;
/// assert_eq!((table.order(), table.p_positions().len()), (24, 8));
/// assert_eq!(table.elements()[1..=5], ["a", "b", "ab", "a", "c"]);
/// # Ok::<(), winways::Diagnostic>(())
/// ```
pub struct QuotientTable {
    /// The name of the game.
    game: String,
    quotient: HeapQuotient,
    presentation: Presentation,
    /// The elements of the computed heaps, as products of generators.
    elements: Vec<String>,
    stopped: Option<Stopped>,
}

impl QuotientTable {
    /// Computes the quotient of heaps 0..=`up_to`, or of all heaps if smaller heaps prove a period of the elements. The
    /// quotient covers fewer heaps if it is too large, the budget is exhausted or the observer stops the work.
    ///
    /// # Errors
    /// Returns a diagnostic if the game is not an impartial game on single heaps.
    pub fn find(
        game: &dyn AnyGame,
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self, Diagnostic> {
        let (quotient, stopped) = match HeapQuotient::up_to(game.tables(), up_to, budget, observer) {
            Some(Ok(quotient)) => (quotient, None),
            Some(Err((reason, known))) => {
                let heaps = known.quotient().last().into();
                (known, Some(reason.after(heaps)))
            }
            None => {
                return Err(HeapQuotient::missing(game, Span::at(0))
                    .help("`winways solve --misere` answers a single position"));
            }
        };
        let presentation = quotient.quotient().presentation();
        let text = |&element: &u16| product_text(&presentation.elements[usize::from(element)]);
        let elements = quotient.quotient().phi().iter().map(text).collect();
        Ok(QuotientTable { game: game.name(), quotient, presentation, elements, stopped })
    }

    /// Returns the number of elements of the quotient.
    pub fn order(&self) -> usize {
        self.quotient.quotient().order()
    }

    /// Returns the pretending function: the element of each computed heap from 0 on, as a product of generators.
    pub fn elements(&self) -> &[String] {
        &self.elements
    }

    /// Returns the P-positions among the elements of the quotient, as products of generators.
    pub fn p_positions(&self) -> Vec<String> {
        self.texts(self.quotient.quotient().p_portion())
    }

    /// Returns elements as products of generators, with short products first.
    fn texts(&self, elements: Vec<u16>) -> Vec<String> {
        let powers = elements.into_iter().map(|element| &self.presentation.elements[usize::from(element)]);
        let mut texts: Vec<(u32, String)> =
            powers.map(|powers| (powers.iter().sum(), product_text(powers))).collect();
        texts.sort();
        texts.into_iter().map(|(_, text)| text).collect()
    }

    /// Returns the period of the elements, if it is proved. The quotient is then the quotient of all heaps.
    pub fn pattern(&self) -> Option<ValuePattern> {
        let period = self.quotient.period?;
        Some(ValuePattern {
            preperiod: period.start,
            period: period.length,
            saltus: "0".to_owned(),
            status: PatternStatus::Proved(THEOREM),
        })
    }

    /// Returns the heaps at which the order grows, each with the new order.
    pub fn growth(&self) -> Vec<(u64, u32)> {
        let mut growth = Vec::new();
        for (heap, &order) in (0..).zip(&self.quotient.orders) {
            if growth.last().is_none_or(|&(_, last)| last != order) {
                growth.push((heap, order));
            }
        }
        growth
    }

    /// Returns the last heap for which the quotient is verified by computation.
    fn verified_to(&self) -> u64 {
        self.quotient.quotient().last().into()
    }

    /// Returns the findings, one per line. `write` formats the elements.
    fn described(&self, write: impl Fn(&str) -> String, presentation: &str) -> Vec<String> {
        let list = |elements: &[String]| {
            let more = if elements.len() > LISTED { ", ..." } else { "" };
            let listed: Vec<String> = elements.iter().take(LISTED).map(|element| write(element)).collect();
            listed.join(", ") + more
        };
        let generators: Vec<String> = (0..self.presentation.generators.len())
            .map(|place| {
                let powers: Vec<u32> = (0..=place).map(|other| u32::from(other == place)).collect();
                format!("{} = heap {}", write(&product_text(&powers)), self.presentation.generators[place])
            })
            .collect();
        let growth = self.growth();
        let orders: Vec<String> =
            growth.iter().map(|(heap, order)| format!("{order} from heap {heap}")).collect();
        let (lost, kernel) = (self.p_positions(), self.texts(self.quotient.quotient().kernel()));
        let period = match self.pattern() {
            Some(pattern) => pattern.to_string(),
            None => format!("no period is proved; this is the quotient of heaps 0 to {}", self.verified_to()),
        };
        vec![
            format!("order: {}", orders.join(", ")),
            format!("generators: {}", generators.join(", ")),
            format!("presentation: {presentation}"),
            format!("P-positions ({}): {}", lost.len(), list(&lost)),
            format!("kernel ({}): {}", kernel.len(), list(&kernel)),
            format!("elements: {period}"),
        ]
    }

    fn json(&self) -> QuotientJson {
        let (monoid, presentation) = (self.quotient.quotient(), &self.presentation);
        let text = |powers: &Vec<u32>| product_text(powers);
        QuotientJson {
            order: monoid.order(),
            p_size: monoid.previous_count(),
            verified_to: self.verified_to(),
            growth: self.growth(),
            generators: presentation.generators.clone(),
            presentation: presentation.to_string(),
            elements: presentation.elements.iter().map(text).collect(),
            p_positions: monoid.p_portion(),
            kernel: monoid.kernel(),
            phi: monoid.phi().to_vec(),
            graph: monoid.cayley_graph().arrows,
        }
    }
}

/// The elements of heaps in the misère quotient, and the order of the quotient up to each heap.
pub(super) const KIND: TableKind = TableKind {
    name: "quotient",
    columns: &["element", "order"],
    is_numeric: false,
    rows: (10, 6),
    rejected: &["checkpoint", "plot", "code", "format bfile"],
    reason: "this is a table of a misère quotient",
    certifies_parts: true,
    up_to: [200; 2],
    is_of: |_, query| query.quotient,
    find: |game, query, observer| {
        // The work ends earlier if a period is proved.
        let up_to = query.prove.unwrap_or(0).max(query.last());
        let table = QuotientTable::find(game, up_to, query.budget, observer)?;
        let stopped = table.stopped.clone();
        Ok((Box::new(table), stopped))
    },
    ..heaps::KIND
};

/// The maximum number of P-positions, and of elements of the kernel, that are listed.
const LISTED: usize = 60;

/// Returns a product of generators or a number as a LaTeX formula. The digits after a `^` form one exponent.
fn formula(text: &str) -> String {
    let mut parts = text.split('^');
    let mut formula = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|character: char| !character.is_ascii_digit()).unwrap_or(part.len());
        let (exponent, rest) = part.split_at(end);
        formula += &format!("^{{{exponent}}}{rest}");
    }
    format!("${formula}$")
}

impl ValueTable for QuotientTable {
    fn ends(&self) -> Vec<u64> {
        vec![if self.quotient.period.is_some() { u64::MAX } else { self.verified_to() + 1 }]
    }

    fn cell(&self, index: &[u64], column: usize) -> Option<TableCell<'_>> {
        let heap = usize::try_from(self.quotient.reduced(index[0])).ok()?;
        Some(match column {
            0 => TableCell::Text(self.elements.get(heap)?),
            _ => TableCell::Number((*self.quotient.orders.get(heap)?).into()),
        })
    }

    fn latex(&self, index: &[u64], column: usize) -> Option<String> {
        self.cell(index, column).map(|cell| formula(&cell.to_string()))
    }

    fn title(&self, listed: &Range<u64>) -> String {
        format!(
            "elements of the misère quotient for heaps {} to {}",
            listed.start,
            listed.end.saturating_sub(1)
        )
    }

    fn findings(&self, _: u64, _: &dyn Observer) -> Findings {
        Findings { stopped: self.stopped.clone(), ..Findings::default() }
    }

    fn lines(&self, _: &TableQuery, _: &mut Findings, _: &dyn Observer) -> Vec<String> {
        self.described(str::to_owned, &self.presentation.to_string())
    }

    fn latex_lines(&self, _: &[String]) -> Vec<String> {
        self.described(formula, &format!("${}$", self.presentation.latex()))
    }

    fn fields(&self, _: &Findings) -> FindingsJson<'_> {
        FindingsJson {
            pattern: Some(PatternJson::of_forms(self.pattern().as_ref())),
            quotient: Some(self.json()),
            ..FindingsJson::default()
        }
    }

    fn method(&self) -> Cow<'_, str> {
        "trial monoids, verified by the conditions of Plambeck and Siegel".into()
    }

    fn is_proved(&self) -> bool {
        self.quotient.period.is_some()
    }

    fn certificate(&self, _: &dyn Observer) -> Result<Option<String>, Stopped> {
        Ok(Some(self.quotient.certificate(&self.game).to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::OutcomeTable;
    use crate::{Catalogue, Play};
    use proptest::prelude::*;
    use winways_solve::{NoObserver, Quota, StopReason};

    fn table(game: &str, up_to: u64) -> QuotientTable {
        let game = Catalogue::new().game(game).unwrap();
        QuotientTable::find(&*game, up_to, Budget::DEFAULT, &NoObserver).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The outcomes of heaps agree with a search, and products in the graph agree with the texts of the elements.
        #[test]
        fn lost_elements_are_lost_heaps(digits in prop::collection::vec(0u8..8, 1..4), up_to in 1u64..14) {
            let code: String = digits.iter().map(ToString::to_string).collect();
            let game = Catalogue::new().game(&format!("octal(0.{code})")).unwrap();
            let budget = Budget { memory: 1 << 24, ..Budget::DEFAULT };
            let table = QuotientTable::find(&*game, up_to, budget, &NoObserver).unwrap();
            let outcomes = OutcomeTable::find(&*game, Play::Misere, up_to, budget, &NoObserver).unwrap();
            let json = table.json();
            for (heap, &element) in (0..).zip(&json.phi) {
                let is_lost = json.p_positions.contains(&element);
                prop_assert_eq!(outcomes.is_lost(heap), Some(is_lost), "{}", heap);
            }
            for (element, products) in json.graph.iter().enumerate() {
                for (place, &product) in products.iter().enumerate() {
                    let mut powers = table.presentation.elements[element].clone();
                    powers[place] += 1;
                    let repeated = powers.iter().zip(&json.generators).flat_map(|(&power, &heap)| {
                        std::iter::repeat_n(u64::from(heap), power as usize)
                    });
                    let heaps: Vec<u64> = repeated.collect();
                    prop_assert_eq!(table.quotient.product(&heaps), product);
                }
            }
        }
    }

    #[test]
    fn a_period_covers_all_heaps() {
        let table = table("kayles", 200);
        let pattern = table.pattern().unwrap();
        assert_eq!((table.order(), pattern.preperiod, pattern.period), (40, 71, 12));
        let far = 1_000_000_000_000_000_000;
        assert_eq!(table.cell(&[far], 0), table.cell(&[72 + (far - 72) % 12], 0));
        assert_eq!(table.growth().last(), Some(&(27, 40)));
        assert!(table.is_proved() && table.ends() == [u64::MAX]);
    }

    #[test]
    fn limits_keep_the_quotient_of_smaller_heaps() {
        // The quotient of seven heaps is infinite.
        let game = Catalogue::new().game("octal(0.3122)").unwrap();
        let observer = Quota::new(64).interrupt();
        let infinite = QuotientTable::find(&*game, 30, Budget::DEFAULT, &observer).unwrap();
        assert_eq!((infinite.order(), infinite.elements().len()), (52, 7));
        assert!(infinite.stopped.is_some());
        let game = Catalogue::new().game("octal(0.07)").unwrap();
        let budget = Budget { memory: 1 << 16, ..Budget::DEFAULT };
        let short = QuotientTable::find(&*game, 1 << 40, budget, &NoObserver).unwrap();
        assert!(matches!(short.stopped.unwrap().reason, StopReason::Memory { .. }));
        assert!(short.elements.len() > 3);
        let game = Catalogue::new().game("domineering").unwrap();
        assert!(QuotientTable::find(&*game, 3, Budget::DEFAULT, &NoObserver).is_err());
    }
}
