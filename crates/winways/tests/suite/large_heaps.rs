//! Large heaps: patterns and searches of few followers agree with plain searches.

use proptest::prelude::*;
use winways::tables::PartizanHeapTable;
use winways::{Analysis, Budget, Catalogue, NoObserver, Play, Position, Request, Theorems, analyse};

fn solve(game: &str, position: &str, play: Play, theorems: Theorems) -> Analysis {
    let catalogue = Catalogue::new();
    let game = match game.starts_with("heap") {
        true => catalogue.game_of_text(game),
        false => catalogue.game(game),
    };
    let position = Position::of_game(&*game.expect("the game is right"), position).expect("it is a position");
    analyse(&position, &Request::default().play(play).theorems(theorems).moves(1000), &NoObserver)
}

/// Returns the outcome and the winning moves.
fn summary(analysis: &Analysis) -> (String, u64, Vec<String>) {
    let moves = analysis.moves.as_ref().expect("the moves are known");
    let mut texts: Vec<String> = moves.listed.iter().map(|step| step.text().to_owned()).collect();
    texts.sort();
    (format!("{:?}", analysis.outcome), moves.total, texts)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Theorems about misère sums of subtraction games agree with a search over sums.
    #[test]
    fn subtraction_games_play_like_nim_under_misere_play(
        set in prop::collection::btree_set(1..8u64, 1..4), heaps in prop::collection::vec(0..14u64, 0..4),
    ) {
        let numbers: Vec<String> = set.iter().map(u64::to_string).collect();
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let game = format!("subtract{{{}}}", numbers.join(","));
        let position = if heaps.is_empty() { "0".to_owned() } else { heaps.join(" ") };
        let fast = solve(&game, &position, Play::Misere, Theorems::Use);
        let slow = solve(&game, &position, Play::Misere, Theorems::Ignore);
        prop_assert_eq!(summary(&fast), summary(&slow), "{} {}", game, position);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Misère quotients agree with a search over sums.
    #[test]
    fn quotients_agree_with_a_search(
        digits in prop::collection::vec(0..8u32, 1..4), heaps in prop::collection::vec(0..12u64, 1..5),
    ) {
        let digits: String = digits.iter().map(u32::to_string).collect();
        let game = format!("octal(0.{digits}7)");
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let fast = solve(&game, &heaps.join(" "), Play::Misere, Theorems::Use);
        let slow = solve(&game, &heaps.join(" "), Play::Misere, Theorems::Ignore);
        prop_assert_eq!(summary(&fast), summary(&slow), "{} {:?}", game, heaps);
    }
}

/// A quotient with a proved period answers for heaps of any size.
#[test]
fn quotients_of_all_heaps_answer_large_ones() {
    for (large, small) in
        [("1000000000000000004 9", "80 9"), ("83 95", "107 119"), ("1000000000009 5", "85 5")]
    {
        let outcome = |position: &str| solve("kayles", position, Play::Misere, Theorems::Use).outcome;
        let name = solve("kayles", large, Play::Misere, Theorems::Use).method.name.to_string();
        assert!(name.starts_with("misère quotient of order 40"), "{name}");
        assert_eq!(outcome(large), outcome(small), "{large}");
    }
}

/// The answer explains why the winning moves of a large won position are missing. A lost position has none.
#[test]
fn too_many_moves_of_a_quotient_are_explained() {
    let won = solve("kayles", "2000000 3", Play::Misere, Theorems::Use);
    assert!(won.moves.is_none() && won.stopped.is_some());
    let explained = |line: &String| line.contains("listed only among at most 1000000");
    assert!(won.explanation.iter().any(explained), "{:?}", won.explanation);
    let lost = solve("kayles", "2000000 2000000", Play::Misere, Theorems::Use);
    assert!(lost.stopped.is_none() && lost.moves.is_some_and(|moves| moves.total == 0));
}

/// Few options are enumerated; many options are counted with the period. The listed moves win on both sides of this
/// limit.
#[test]
fn winning_moves_counted_by_the_period_are_those_found_one_by_one() {
    for game in ["octal(0.137)", "octal(0.34)", "kayles", "dawson-kayles"] {
        for heap in [131_060u64, 131_077, 131_090] {
            let analysis = solve(game, &heap.to_string(), Play::Normal, Theorems::Ignore);
            let moves = analysis.moves.expect("they are known");
            let value = |heap: u64| {
                let analysis = solve(game, &heap.to_string(), Play::Normal, Theorems::Use);
                analysis.value.expect("it is known").to_string()
            };
            let pairs = moves.listed.iter().take(20).map(|step| step.text().to_owned());
            for text in pairs {
                let parts = text.split("-> ").nth(1).expect("heap n -> a + b").split(" + ");
                let values: Vec<String> = parts.map(|part| value(part.parse().expect("a heap"))).collect();
                assert!(values.iter().all(|value| value == &values[0]), "{text}: {values:?}");
            }
            assert!(moves.total > 1000 || analysis.value.is_some_and(|value| value.to_string() == "0"));
        }
    }
}

/// Under rules that divide, a large heap has few followers.
#[test]
fn floor_games_follow_the_heaps_that_are_reached() {
    for rules in ["heap n -> n/2 | n/3 where n >= 1", "heap n -> n/2 | n/5 | n/7 where n >= 1"] {
        // Heaps from 2^16 on are solved by a search of their followers, and smaller heaps by the sequence of all heaps.
        let mut values = vec![0u64];
        for n in 1..200_000usize {
            let divisors: &[usize] = if rules.contains("n/7") { &[2, 5, 7] } else { &[2, 3] };
            let options: Vec<u64> = divisors.iter().map(|divisor| values[n / divisor]).collect();
            values.push((0..).find(|value| !options.contains(value)).expect("there is a least"));
        }
        for heap in [0, 1, 2, 3, 65_535, 65_536, 65_537, 100_000, 150_001, 199_999] {
            let analysis = solve(rules, &heap.to_string(), Play::Normal, Theorems::Use);
            let expected = ["0", "*", "*2", "*3", "*4"][values[heap] as usize];
            assert_eq!(analysis.value.expect("it is known").to_string(), expected, "{rules} {heap}");
        }
        let large = solve(rules, "1000000000000000000", Play::Normal, Theorems::Use);
        assert!(large.value.is_some() && large.method.nodes < 10_000, "{}", large.method.nodes);
    }
}

/// Values proved by induction over digits agree with the rules.
#[test]
fn laws_of_digits_are_what_the_rules_say() {
    type Options = fn(usize) -> Vec<usize>;
    let games: [(&str, Options); 8] = [
        ("heap n -> n-1 | n/2 where n >= 1", |n| if n >= 1 { vec![n - 1, n / 2] } else { vec![] }),
        ("heap n -> n-1 | (n+1)/2 where n >= 2\nheap n -> 0 where n = 1", |n| match n {
            0 => vec![],
            1 => vec![0],
            _ => vec![n - 1, n.div_ceil(2)],
        }),
        ("heap n -> n-2 where n >= 2\nheap n -> n/3 where n >= 1", |n| match n {
            0 => vec![],
            1 => vec![0],
            _ => vec![n - 2, n / 3],
        }),
        ("heap n -> n - 1 - n mod 3 where n >= 3\nheap n -> n/2 where n >= 1", |n| match n {
            0 => vec![],
            1 | 2 => vec![n / 2],
            _ => vec![n - 1 - n % 3, n / 2],
        }),
        ("heap n -> min(n-1, (n+3)/2) | n-1 where n >= 1", |n| match n {
            0 => vec![],
            _ => vec![n - 1, (n - 1).min((n + 3) / 2)],
        }),
        ("heap n -> n-k where k in {1, 4}, n >= 5\nheap n -> n/2 where n >= 1", |n| match n {
            0 => vec![],
            1..=4 => vec![n / 2],
            _ => vec![n - 1, n - 4, n / 2],
        }),
        ("heap n -> n-k where k in powers(2), 2*k <= n", |n| {
            (0..20).map(|place| 1 << place).filter(|k| 2 * k <= n).map(|k| n - k).collect()
        }),
        ("heap n -> n-1 where n in odds\nheap n -> n/2 | n-1 where n not in odds, n >= 1", |n| match n {
            0 => vec![],
            _ if n % 2 == 1 => vec![n - 1],
            _ => vec![n / 2, n - 1],
        }),
    ];
    let mut proved = 0;
    for (rules, options) in games {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..1_100_000 {
            let reached: Vec<u64> = options(n).into_iter().map(|option| values[option]).collect();
            values.push((0..).find(|value| !reached.contains(value)).expect("there is a least"));
        }
        // The followers of a smaller heap have few options in total, and are searched instead.
        for heap in [1_098_304, 1_099_511, 1_099_999] {
            let analysis = solve(rules, &heap.to_string(), Play::Normal, Theorems::Use);
            let value = analysis.value.as_ref().and_then(|value| value.nimber()).expect("it is known");
            assert_eq!(value.0, values[heap], "{rules} {heap}");
            let wanted = options(heap).into_iter().filter(|option| values[*option] == 0);
            let mut wanted: Vec<String> = wanted.map(|option| format!("heap {heap} -> {option}")).collect();
            wanted.sort();
            wanted.dedup();
            let (_, total, moves) = summary(&analysis);
            assert_eq!((total, moves), (wanted.len() as u64, wanted), "{rules} {heap}");
            proved += usize::from(analysis.explanation.iter().any(|line| line.contains("by induction")));
        }
    }
    assert!(proved >= 3 * 3, "{proved}");
}

/// Sums with large heaps of partizan games have the values of sums with smaller heaps of equal value. The table
/// computes the values of all heaps without periods.
#[test]
fn large_heaps_of_partizan_games_have_the_values_of_smaller_ones() {
    for name in ["subtract{1|2}", "subtract{1,3|3}", "subtract{2|3}", "subtract{1,5|3}"] {
        let game = Catalogue::new().game(name).expect("it is a game");
        let table = PartizanHeapTable::find(&*game, 4200, Budget::DEFAULT, &NoObserver).expect("heaps");
        assert_eq!(table.known(), 4201, "{name}");
        for heap in [4096, 4099, 4151, 4200usize] {
            let value = &table.values()[heap];
            let smaller =
                table.values().iter().position(|other| other == value).expect("itself, if no other");
            assert!(smaller < 1000, "{name} {heap}");
            let large = solve(name, &format!("{heap} 3 {heap}"), Play::Normal, Theorems::Use);
            let small = solve(name, &format!("{smaller} 3 {smaller}"), Play::Normal, Theorems::Use);
            assert_eq!((large.value, large.outcome), (small.value, small.outcome), "{name} {heap}");
        }
    }
}

/// Proved periods also cover the greatest heap, which has `u64::MAX` tokens.
#[test]
fn the_greatest_heap_is_solved() {
    let games = ["subtract{1,2}", "subtract{1,3,4}", "octal(0.137)", "octal(0.07)", "octal(4.7)", "hex(0.7)"];
    for (game, play) in games.into_iter().flat_map(|game| Play::BOTH.map(|play| (game, play))) {
        let greatest = solve(game, &u64::MAX.to_string(), play, Theorems::Use);
        if play == Play::Misere && greatest.outcome.is_none() {
            continue;
        }
        // A heap that is smaller by a multiple of all periods of these games.
        let lower = solve(game, &(u64::MAX - 3 * 5 * 7 * 17 * 32 * 34).to_string(), play, Theorems::Use);
        assert_eq!(greatest.outcome, lower.outcome, "{game} {play:?}");
        assert_eq!(greatest.value, lower.value, "{game} {play:?}");
        let total = |analysis: &Analysis| analysis.moves.as_ref().map(|moves| moves.total > 0);
        assert_eq!(total(&greatest), total(&lower), "{game} {play:?}");
    }
    let lost = solve("subtract{1,2}", &u64::MAX.to_string(), Play::Normal, Theorems::Use);
    assert_eq!(summary(&lost).1, 0);
}
