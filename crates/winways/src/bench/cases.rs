//! The list of cases. The computation of a case is frozen with its name: a changed input requires a new case with a
//! new name.

use super::case::BenchCase;
use super::{examples, forms, heaps, judge, ranks, sums};

const RED_BLUE: &str =
    "0-1:b 1-2:r 2-0:r 0-3:r 3-4:b 4-1:b 2-4:r 3-5:b 5-6:r 6-0:b 6-4:r 1-7:r 7-8:b 8-2:b 5-8:r 7-6:b";

const RED_BLUE_GREEN: &str =
    "0-1:b 1-2:r 2-0:g 0-3:r 3-4:b 4-1:g 2-4:r 3-5:b 5-6:r 6-0:b 6-4:g 1-7:r 7-8:b 8-2:g 5-8:r 7-6:b";

/// All cases; names are `GROUP/NAME`.
pub(super) static CASES: &[BenchCase] = &[
    BenchCase { name: "catalogue/examples", is_quick: true, run: |resources| examples::examples(resources) },
    BenchCase {
        name: "domineering/5x5",
        is_quick: true,
        run: |resources| forms::form(resources, "domineering", ".....|.....|.....|.....|....."),
    },
    BenchCase {
        name: "domineering/6x5",
        is_quick: false,
        run: |resources| forms::form(resources, "domineering", "......|......|......|......|......"),
    },
    BenchCase {
        name: "domineering/8x4",
        is_quick: false,
        run: |resources| forms::form(resources, "domineering", "........|........|........|........"),
    },
    BenchCase {
        name: "domineering/subsets-4x3",
        is_quick: true,
        run: |resources| forms::domineering_subsets(resources, 4, 3),
    },
    BenchCase {
        name: "domineering/subsets-5x4",
        is_quick: false,
        run: |resources| forms::domineering_subsets(resources, 5, 4),
    },
    BenchCase {
        name: "clobber/4x4",
        is_quick: false,
        run: |resources| forms::form(resources, "clobber", "xoxo|oxox|xoxo|oxox"),
    },
    BenchCase {
        name: "clobber/4x3",
        is_quick: true,
        run: |resources| forms::form(resources, "clobber", "xoxo|oxox|xoxo"),
    },
    BenchCase {
        name: "clobber/2x10",
        is_quick: false,
        run: |resources| forms::form(resources, "clobber", "xoxoxoxoxo|oxoxoxoxox"),
    },
    BenchCase {
        name: "toads-and-frogs/6-4-6",
        is_quick: false,
        run: |resources| forms::form(resources, "toads-and-frogs", "tttttt....ffffff"),
    },
    BenchCase {
        name: "col/5x3",
        is_quick: true,
        run: |resources| forms::form(resources, "col", ".....|.....|....."),
    },
    BenchCase {
        name: "snort/5x3",
        is_quick: true,
        run: |resources| forms::form(resources, "snort", ".....|.....|....."),
    },
    BenchCase {
        name: "hackenbush/trees",
        is_quick: true,
        run: |resources| {
            forms::form_by_search(
                resources,
                "red-blue-trees",
                "0-1:b 1-2:r 1-3:b 3-4:r 3-5:r 0-6:r 6-7:b 6-8:b 8-9:r",
            )
        },
    },
    BenchCase {
        name: "hackenbush/stalks",
        is_quick: true,
        run: |resources| forms::form_by_search(resources, "red-blue-stalks", "LLRLRRLR RLLRL LRLRLRLRLR"),
    },
    BenchCase {
        name: "hackenbush/red-blue",
        is_quick: false,
        run: |resources| forms::form_by_search(resources, "hackenbush", RED_BLUE),
    },
    BenchCase {
        name: "hackenbush/red-blue-green",
        is_quick: false,
        run: |resources| forms::form_by_search(resources, "hackenbush", RED_BLUE_GREEN),
    },
    BenchCase {
        name: "octal/0.106",
        is_quick: false,
        run: |resources| heaps::last_values(resources, "octal(0.106)", 100_000_000),
    },
    BenchCase {
        name: "octal/0.106-values",
        is_quick: true,
        run: |resources| heaps::all_values(resources, "octal(0.106)", 1_000_000),
    },
    BenchCase {
        name: "octal/0.354",
        is_quick: false,
        run: |resources| heaps::last_values(resources, "octal(0.354)", 1_000_000_000),
    },
    BenchCase {
        name: "octal/0.354-values",
        is_quick: true,
        run: |resources| heaps::all_values(resources, "octal(0.354)", 100_000),
    },
    BenchCase {
        name: "grundy/values",
        is_quick: false,
        run: |resources| heaps::all_values(resources, "grundy", 1_000_000),
    },
    BenchCase {
        name: "kayles/plain",
        is_quick: false,
        run: |resources| heaps::plain_values(resources, "kayles", 50_000),
    },
    BenchCase {
        name: "kayles/plain-2000",
        is_quick: true,
        run: |resources| heaps::plain_values(resources, "kayles", 2_000),
    },
    BenchCase {
        name: "kayles/search",
        is_quick: false,
        run: |resources| heaps::kayles_by_search(resources, 10_000),
    },
    BenchCase {
        name: "kayles/search-1000",
        is_quick: true,
        run: |resources| heaps::kayles_by_search(resources, 1_000),
    },
    BenchCase {
        name: "search/chomp-3",
        is_quick: true,
        run: |resources| heaps::nim_value(resources, "chomp-3", "60 55 50"),
    },
    BenchCase {
        name: "search/welter-3",
        is_quick: false,
        run: |resources| heaps::nim_value(resources, "welter-3", "50 61 72"),
    },
    BenchCase {
        name: "search/calendar",
        is_quick: true,
        run: |resources| heaps::nim_value(resources, "calendar", "1950 1 1"),
    },
    BenchCase {
        name: "pairs/wythoff",
        is_quick: false,
        run: |resources| heaps::pairs(resources, "wythoff", 2000),
    },
    BenchCase {
        name: "pairs/wythoff-200",
        is_quick: true,
        run: |resources| heaps::pairs(resources, "wythoff", 200),
    },
    BenchCase {
        name: "pairs/maharaja-nim",
        is_quick: false,
        run: |resources| heaps::pairs(resources, "maharaja-nim", 1000),
    },
    BenchCase {
        name: "chase/64-bitmaps",
        is_quick: false,
        run: |resources| ranks::board(resources, "chase", "64"),
    },
    BenchCase {
        name: "chase/64-messages",
        is_quick: false,
        run: |resources| ranks::board_by_messages(resources, "chase", "64"),
    },
    BenchCase {
        name: "chase/12-bitmaps",
        is_quick: true,
        run: |resources| ranks::board(resources, "chase", "12"),
    },
    BenchCase {
        name: "chase/12-messages",
        is_quick: true,
        run: |resources| ranks::board_by_messages(resources, "chase", "12"),
    },
    BenchCase {
        name: "mnk/3-3-3",
        is_quick: true,
        run: |resources| ranks::board(resources, "mnk(3,3,3)", ""),
    },
    BenchCase {
        name: "chess/KRK",
        is_quick: true,
        run: |resources| ranks::board(resources, "chess(KRK)", ""),
    },
    BenchCase {
        name: "connect-four/4x4",
        is_quick: true,
        run: |resources| ranks::board(resources, "connect-four(4x4)", ""),
    },
    BenchCase { name: "awari/7", is_quick: true, run: |resources| ranks::board(resources, "awari(7)", "") },
    BenchCase {
        name: "awari/12",
        is_quick: false,
        run: |resources| ranks::board(resources, "awari(12)", ""),
    },
    BenchCase {
        name: "judge/largest-inputs",
        is_quick: false,
        run: |resources| judge::largest_inputs(resources, 10),
    },
    BenchCase { name: "judge/once", is_quick: true, run: |resources| judge::largest_inputs(resources, 1) },
    BenchCase {
        name: "outcome/clobber-2x12",
        is_quick: false,
        run: |resources| sums::board(resources, "clobber(\"xoxoxoxoxoxo|oxoxoxoxoxox\")"),
    },
    BenchCase {
        name: "outcome/domineering-6x6",
        is_quick: false,
        run: |resources| sums::board(resources, "domineering(\"......|......|......|......|......|......\")"),
    },
    BenchCase {
        name: "outcome/domineering-5x5",
        is_quick: true,
        run: |resources| sums::board(resources, "domineering(\".....|.....|.....|.....|.....\")"),
    },
    BenchCase {
        name: "misere/kayles-and-others",
        is_quick: false,
        run: |resources| sums::misere(resources, "kayles(10,9) + octal(0.137)(11) + grundy(10)"),
    },
    BenchCase {
        name: "misere/rule-files",
        is_quick: false,
        run: |resources| sums::misere(resources, "chomp_2(8,8) + dawson_kayles(14) + welter_3(3,5,7)"),
    },
    BenchCase {
        name: "misere/lasker-and-coins",
        is_quick: false,
        run: |resources| sums::misere(resources, "lasker(8,7) + board_coin(9,8) + subtract{1,3,4}(20)"),
    },
    BenchCase {
        name: "misere/0.137",
        is_quick: true,
        run: |resources| sums::misere(resources, "octal(0.137)(30,9)"),
    },
    BenchCase {
        name: "misere/kayles",
        is_quick: true,
        run: |resources| sums::misere(resources, "kayles(12,11,3)"),
    },
];
