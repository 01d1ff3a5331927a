//! The list of cases. A case never changes: a changed input requires a new case with a new name.

use super::case::{BenchError, BenchResult, Resources, Result};
use super::{entailing, examples, forms, heaps, judge, loopy, nim, ranks, sums};
use Computation::*;
use winways_solve::{Budget, Keep, Observer, Theorems};

/// A named computation of the fixed list.
pub struct BenchCase {
    /// The name. The option `--only` selects cases by a part of their name.
    pub name: &'static str,
    /// `true` if the case is short enough for tests of a debug build.
    pub is_quick: bool,
    computation: Computation,
}

/// The computation of a case: a function of a sibling module, with its arguments.
#[derive(Clone, Copy)]
enum Computation {
    Examples,
    /// A game and a position.
    Form(&'static str, &'static str),
    /// A game and a position.
    FormBySearch(&'static str, &'static str),
    /// Columns and rows.
    DomineeringSubsets(u8, u8),
    /// A game and the largest heap.
    AllValues(&'static str, u64),
    /// A game and the largest heap.
    LastValues(&'static str, u64),
    /// A game and the largest heap.
    PlainValues(&'static str, u64),
    /// The largest heap.
    KaylesBySearch(u64),
    /// A game and a position.
    NimValue(&'static str, &'static str),
    /// A game and the largest number.
    Pairs(&'static str, u64),
    /// A game and a board.
    Board(&'static str, &'static str),
    /// A game and a board.
    BoardByMessages(&'static str, &'static str),
    /// The number of times that each input is answered.
    LargestInputs(usize),
    /// A position.
    Outcome(&'static str),
    /// A sum of positions.
    Misere(&'static str),
    /// The distance between the chosen graphs in the list of all graphs.
    ThreeLoopyNodes(usize),
    /// The number of vertices.
    Stoppers(u32),
    /// The number of positions.
    ImpartialLoops(u32),
    /// The number of coins in the largest stack.
    TopEntails(u64),
    /// The number of batches.
    NimProducts(u64),
    /// The number of batches.
    NimInverses(u64),
    /// The number of logarithms.
    NimLogarithms(u64),
}

impl Computation {
    fn run(self, resources: &Resources<'_>) -> Result {
        match self {
            Computation::Examples => examples::examples(resources),
            Computation::Form(game, position) => forms::form(resources, game, position, Theorems::Use),
            Computation::FormBySearch(game, position) => {
                forms::form(resources, game, position, Theorems::Ignore)
            }
            Computation::DomineeringSubsets(width, height) => {
                forms::domineering_subsets(resources, width, height)
            }
            Computation::AllValues(game, up_to) => heaps::values(resources, game, up_to, Keep::All, 0),
            // The values of the last heaps depend on all earlier values.
            Computation::LastValues(game, up_to) => {
                heaps::values(resources, game, up_to, Keep::Last, up_to.saturating_sub(1000))
            }
            Computation::PlainValues(game, up_to) => heaps::plain_values(resources, game, up_to),
            Computation::KaylesBySearch(heap) => heaps::kayles_by_search(resources, heap),
            Computation::NimValue(game, position) => heaps::nim_value(resources, game, position),
            Computation::Pairs(game, up_to) => heaps::pairs(resources, game, up_to),
            Computation::Board(game, board) => ranks::board(resources, game, board, false),
            Computation::BoardByMessages(game, board) => ranks::board(resources, game, board, true),
            Computation::LargestInputs(times) => judge::largest_inputs(times),
            Computation::Outcome(position) => sums::board(resources, position),
            Computation::Misere(sum) => sums::misere(resources, sum),
            Computation::ThreeLoopyNodes(step) => loopy::three_nodes(resources, step),
            Computation::Stoppers(count) => loopy::comparison(resources, count),
            Computation::ImpartialLoops(count) => loopy::labels(resources, count),
            Computation::TopEntails(stacks) => entailing::top_entails(resources, stacks),
            Computation::NimProducts(rounds) => nim::products(resources, rounds),
            Computation::NimInverses(rounds) => nim::inverses(resources, rounds),
            Computation::NimLogarithms(count) => nim::logarithms(resources, count),
        }
    }
}

impl BenchCase {
    /// Runs the case. The result depends neither on the number of threads nor on the machine.
    ///
    /// # Errors
    /// Returns [`BenchError`] if a limit is reached, the observer stops the work, or an input is no longer
    /// accepted.
    ///
    /// ```
    /// use winways::{Budget, NoObserver};
    /// use winways::internal::bench_cases;
    /// let case = bench_cases().iter().find(|case| case.name == "hackenbush/trees").unwrap();
    /// let result = case.run(Budget::DEFAULT, &NoObserver)?;
    /// assert_eq!((result.count, result.unit), (11, "positions"));
    /// assert_eq!(case.run(Budget::DEFAULT, &NoObserver)?, result);
    /// # Ok::<(), winways::internal::BenchError>(())
    /// ```
    pub fn run(
        &self,
        budget: Budget,
        observer: &dyn Observer,
    ) -> std::result::Result<BenchResult, BenchError> {
        self.computation.run(&Resources { budget, observer })
    }
}

const RED_BLUE: &str =
    "0-1:b 1-2:r 2-0:r 0-3:r 3-4:b 4-1:b 2-4:r 3-5:b 5-6:r 6-0:b 6-4:r 1-7:r 7-8:b 8-2:b 5-8:r 7-6:b";

const RED_BLUE_GREEN: &str =
    "0-1:b 1-2:r 2-0:g 0-3:r 3-4:b 4-1:g 2-4:r 3-5:b 5-6:r 6-0:b 6-4:g 1-7:r 7-8:b 8-2:g 5-8:r 7-6:b";

const fn quick(name: &'static str, computation: Computation) -> BenchCase {
    BenchCase { name, is_quick: true, computation }
}

const fn slow(name: &'static str, computation: Computation) -> BenchCase {
    BenchCase { name, is_quick: false, computation }
}

/// All cases; names are `GROUP/NAME`.
pub(super) static CASES: &[BenchCase] = &[
    quick("catalogue/examples", Examples),
    quick("domineering/5x5", Form("domineering", ".....|.....|.....|.....|.....")),
    slow("domineering/6x5", Form("domineering", "......|......|......|......|......")),
    slow("domineering/8x4", Form("domineering", "........|........|........|........")),
    quick("domineering/subsets-4x3", DomineeringSubsets(4, 3)),
    slow("domineering/subsets-5x4", DomineeringSubsets(5, 4)),
    slow("clobber/4x4", Form("clobber", "xoxo|oxox|xoxo|oxox")),
    quick("clobber/4x3", Form("clobber", "xoxo|oxox|xoxo")),
    slow("clobber/2x10", Form("clobber", "xoxoxoxoxo|oxoxoxoxox")),
    slow("toads-and-frogs/6-4-6", Form("toads-and-frogs", "tttttt....ffffff")),
    quick("col/5x3", Form("col", ".....|.....|.....")),
    quick("snort/5x3", Form("snort", ".....|.....|.....")),
    quick(
        "hackenbush/trees",
        FormBySearch("red-blue-trees", "0-1:b 1-2:r 1-3:b 3-4:r 3-5:r 0-6:r 6-7:b 6-8:b 8-9:r"),
    ),
    quick("hackenbush/stalks", FormBySearch("red-blue-stalks", "LLRLRRLR RLLRL LRLRLRLRLR")),
    slow("hackenbush/red-blue", FormBySearch("hackenbush", RED_BLUE)),
    slow("hackenbush/red-blue-green", FormBySearch("hackenbush", RED_BLUE_GREEN)),
    slow("octal/0.106", LastValues("octal(0.106)", 100_000_000)),
    quick("octal/0.106-values", AllValues("octal(0.106)", 1_000_000)),
    slow("octal/0.354", LastValues("octal(0.354)", 1_000_000_000)),
    quick("octal/0.354-values", AllValues("octal(0.354)", 100_000)),
    slow("grundy/values", AllValues("grundy", 1_000_000)),
    slow("kayles/plain", PlainValues("kayles", 50_000)),
    quick("kayles/plain-2000", PlainValues("kayles", 2_000)),
    slow("kayles/search", KaylesBySearch(10_000)),
    quick("kayles/search-1000", KaylesBySearch(1_000)),
    quick("search/chomp-3", NimValue("chomp-3", "60 55 50")),
    slow("search/welter-3", NimValue("welter-3", "50 61 72")),
    quick("search/calendar", NimValue("calendar", "1950 1 1")),
    slow("pairs/wythoff", Pairs("wythoff", 2000)),
    quick("pairs/wythoff-200", Pairs("wythoff", 200)),
    slow("pairs/maharaja-nim", Pairs("maharaja-nim", 1000)),
    slow("chase/64-bitmaps", Board("chase", "64")),
    slow("chase/64-messages", BoardByMessages("chase", "64")),
    quick("chase/12-bitmaps", Board("chase", "12")),
    quick("chase/12-messages", BoardByMessages("chase", "12")),
    quick("mnk/3-3-3", Board("mnk(3,3,3)", "")),
    quick("chess/KRK", Board("chess(KRK)", "")),
    quick("connect-four/4x4", Board("connect-four(4x4)", "")),
    quick("awari/7", Board("awari(7)", "")),
    slow("awari/12", Board("awari(12)", "")),
    slow("judge/largest-inputs", LargestInputs(10)),
    quick("judge/once", LargestInputs(1)),
    slow("outcome/clobber-2x12", Outcome("clobber(\"xoxoxoxoxoxo|oxoxoxoxoxox\")")),
    slow("outcome/domineering-6x6", Outcome("domineering(\"......|......|......|......|......|......\")")),
    quick("outcome/domineering-5x5", Outcome("domineering(\".....|.....|.....|.....|.....\")")),
    slow("misere/kayles-and-others", Misere("kayles(10,9) + octal(0.137)(11) + grundy(10)")),
    slow("misere/rule-files", Misere("chomp_2(8,8) + dawson_kayles(14) + welter_3(3,5,7)")),
    slow("misere/lasker-and-coins", Misere("lasker(8,7) + board_coin(9,8) + subtract{1,3,4}(20)")),
    quick("misere/0.137", Misere("octal(0.137)(30,9)")),
    quick("misere/kayles", Misere("kayles(12,11,3)")),
    slow("loopy/three-nodes", ThreeLoopyNodes(11)),
    quick("loopy/three-nodes-997", ThreeLoopyNodes(997)),
    quick("loopy/comparison", Stoppers(4000)),
    quick("loopy/labels", ImpartialLoops(10_000)),
    slow("entailing/top-entails", TopEntails(100_000)),
    quick("entailing/top-entails-3000", TopEntails(3000)),
    slow("nim/products", NimProducts(1 << 18)),
    quick("nim/products-64", NimProducts(64)),
    slow("nim/inverses", NimInverses(1 << 15)),
    quick("nim/inverses-16", NimInverses(16)),
    slow("nim/logarithms", NimLogarithms(10_000)),
    quick("nim/logarithms-100", NimLogarithms(100)),
];
