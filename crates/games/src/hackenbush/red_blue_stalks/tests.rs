use super::*;
use crate::theory::by_definition::{Numbers, Play as PlainPlay};
use proptest::prelude::*;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use winways_kit::view::Figure;
use winways_kit::{Check, Halt};
use winways_rules::Player;
use winways_solve::{Budget, NoObserver, StopReason, Theorems};
use winways_values::GameOutcome;

fn stalk(word: &str) -> Stalk {
    parse_stalk(word).unwrap_or_else(|wrong| panic!("{word}: {wrong}"))
}

/// Computes the value by applying Berlekamp's rule literally, segment by segment.
fn by_the_rule(segments: &[Side]) -> Dyadic {
    let run = segments.iter().take_while(|&&side| side == segments[0]).count();
    let sign = |side| if side == Side::Left { 1 } else { -1 };
    let whole = segments.iter().take(run).map(|&side| Dyadic::from(sign(side)));
    let above = segments.iter().skip(run).zip(1..).map(|(&side, place)| Dyadic::new(sign(side), place));
    whole.chain(above).sum()
}

/// A strategy for runs of random length, including words of one colour and changes at the borders of machine words.
fn segments(most: usize) -> impl Strategy<Value = Vec<Side>> {
    let run = prop_oneof![3 => 1..4usize, 1 => 1..70usize, 1 => 60..=130usize];
    (any::<bool>(), proptest::collection::vec(run, 0..8)).prop_map(move |(left, runs)| {
        let side = |index: usize| if index.is_multiple_of(2) == left { Side::Left } else { Side::Right };
        let runs = runs.into_iter().enumerate().flat_map(|(index, run)| vec![side(index); run]);
        runs.take(most).collect()
    })
}

proptest! {
    #[test]
    fn agrees_with_the_rule(segments in segments(300)) {
        let stalk = Stalk::new(segments.clone()).unwrap();
        prop_assert_eq!(stalk.len(), segments.len());
        prop_assert_eq!(stalk.segments().collect::<Vec<_>>(), segments.clone());
        prop_assert_eq!(stalk.value(), by_the_rule(&segments));
    }

    #[test]
    fn words_agree_with_the_rule(mut segments in segments(64), rest in any::<u64>()) {
        let place = segments.len();
        segments.extend((place..64).map(|place| if rest >> place & 1 == 1 { Side::Left } else { Side::Right }));
        let word = segments.iter().fold(0, |word, &side| word << 1 | u64::from(side == Side::Left));
        prop_assert_eq!(Binary::of_word(value_of_word(word)).to_dyadic(), by_the_rule(&segments));
        prop_assert_eq!(sum_of_words(&[word, word, !word]), value_of_word(word));
    }

    #[test]
    fn cuts_and_negatives(segments in segments(300), cut in 0..300usize) {
        let stalk = Stalk::new(segments.clone()).unwrap();
        let cut = cut.min(segments.len());
        let left = stalk.cut(cut);
        let same = Stalk::new(segments[..cut].to_vec()).unwrap();
        prop_assert_eq!(&left, &same);
        prop_assert_eq!(left.cmp(&same), Ordering::Equal);
        let hasher = RandomState::new();
        prop_assert_eq!(hasher.hash_one(&left), hasher.hash_one(&same));
        prop_assert_eq!(left.value(), same.value());
        prop_assert_eq!(left == stalk, cut == segments.len());
        let negative = left.negative();
        prop_assert!(negative.segments().eq(segments[..cut].iter().map(|side| side.opponent())));
        prop_assert_eq!(negative.value(), -same.value());
        let mut canonical = left.clone();
        let sign = RedBlueStalks.canonicalise_value(&mut canonical);
        prop_assert_eq!(if sign == Sign::Same { canonical.value() } else { -canonical.value() }, same.value());
    }

    #[test]
    fn sums_and_texts(position in proptest::collection::vec(segments(150), 0..6)) {
        let sides = position;
        let position: Vec<Stalk> = sides.iter().map(|sides| Stalk::new(sides.clone()).unwrap()).collect();
        let total: Dyadic = sides.iter().map(|sides| by_the_rule(sides)).sum();
        prop_assert_eq!(sign(&position), total.sign());
        prop_assert_eq!(value(&position), total);
        let text = RedBlueStalks.write(&position);
        let read = RedBlueStalks.parse(text.trim_matches('"')).unwrap();
        prop_assert_eq!(read, if position.is_empty() { vec![Stalk::EMPTY] } else { position.clone() });
        RedBlueStalks.explain(&position, Detail::Full);
        RedBlueStalks.explain(&position, Detail::Brief);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[LR, -]{0,20}.{0,3}[LRlr -]{0,9}") {
        match RedBlueStalks.parse(&text) {
            Ok(position) => {
                let written = RedBlueStalks.write(&position);
                prop_assert_eq!(RedBlueStalks.parse(written.trim_matches('"')).unwrap(), position);
            }
            Err(wrong) => prop_assert!(text.get(wrong.span.range()).is_some()),
        }
    }
}

#[test]
fn every_stalk_of_ten_segments_agrees_with_the_definition() {
    let mut numbers = Numbers::new(&RedBlueStalks);
    let mut seen = HashMap::new();
    for stalk in stalks(10) {
        let value = numbers.value(&stalk).unwrap();
        assert_eq!(stalk.value(), value, "{stalk}");
        // Each number is the value of exactly one stalk: its sign expansion.
        assert_eq!(seen.insert(value, stalk.clone()), None, "{stalk}");
    }
    assert_eq!(seen.len(), (1 << 11) - 1);
}

#[test]
fn outcomes_of_small_sums() {
    let mut play = PlainPlay::new(&RedBlueStalks);
    let check = Check::new(Budget::DEFAULT, &NoObserver);
    for position in RedBlueStalks.positions(3) {
        let expected = [Ordering::Greater, Ordering::Less].map(|wins| sign(&position) == wins);
        assert_eq!(
            Side::BOTH.map(|side| play.wins(side, &position, &check).unwrap()),
            expected,
            "{position:?}"
        );
    }
}

#[test]
fn claims_hold() {
    for (claim, cases) in super::claims::CLAIMS
        .iter()
        .zip([8191 + 127 * 128 / 2 + 127 + 31 * 32 / 2 + 31 + 31 * 32 * 33 / 6, 7056])
    {
        let mut check = Check::new(Budget::DEFAULT, &NoObserver);
        (claim.check)(claim.default_range, &mut check)
            .unwrap_or_else(|halt| panic!("{}: {halt:?}", claim.name));
        assert_eq!(check.cases, cases, "{}", claim.name);
    }
}

#[test]
fn long_stalks() {
    let alternating = |length: usize| Stalk::new((0..length).map(|place| Side::BOTH[place % 2])).unwrap();
    // Two thirds, except for the last binary digit.
    let long = alternating(1_000_000);
    assert_eq!(long.value().exponent(), 999_999);
    assert_eq!(long.value() + long.negative().value(), Dyadic::ZERO);
    let third = &long.value() + &long.value() + &long.value() - Dyadic::from(2);
    assert_eq!(third, Dyadic::new(-1, 999_999));
    let mut options = Options::new();
    RedBlueStalks.options(&long, Side::Left, &mut options).unwrap();
    assert_eq!(options.len(), 500_000);
    assert_eq!(*options.get(499_999), [alternating(999_998)]);
    assert_eq!(
        Stalk::new(std::iter::repeat_n(Side::Right, 100_000)).unwrap().value(),
        Dyadic::from(-100_000)
    );
    let lines = RedBlueStalks.explain(&vec![long], Detail::Full);
    assert_eq!(
        lines,
        [
            "stalk of 1000000 segments: 1 segment L at the ground counts +1, those above count 1/2, 1/4, ... with \
             their signs: a number between 0 and 1 with the denominator 2^999999",
            "positive: Left wins, moving first or second"
        ]
    );
}

#[test]
fn explanations_go_step_by_step() {
    let position = RedBlueStalks.parse("LLRL RRL -").unwrap();
    assert_eq!(
        RedBlueStalks.explain(&position, Detail::Full),
        [
            "stalk LLRL: 2 segments L at the ground count +1 each: 2; R -1/2 = 3/2; L +1/4 = 7/4; in binary 1.11 (the run \
             minus 1 before the point; after the change of colour L = 1, R = 0; a final 1)",
            "stalk RRL: 2 segments R at the ground count -1 each: -2; L +1/2 = -3/2; in binary -1.1 (the run minus 1 before \
             the point; after the change of colour R = 1, L = 0; a final 1)",
            "stalk -: no segments, worth 0",
            "the sum is 7/4 - 3/2 + 0 = 1/4",
            "positive: Left wins, moving first or second"
        ]
    );
}

/// The binary number in an explanation equals the value.
#[test]
fn binary_readings() {
    let mut readings = 0;
    for stalk in stalks(9) {
        let lines = RedBlueStalks.explain(&vec![stalk.clone()], Detail::Full);
        let Some((_, reading)) = lines[0].split_once("in binary ") else { continue };
        let reading = reading.split(' ').next().unwrap();
        let (integer, fraction) = reading.trim_start_matches('-').split_once('.').unwrap();
        let scaled = i64::from_str_radix(&format!("1{fraction}"), 2).unwrap() - (1 << fraction.len());
        let value =
            Dyadic::from(integer.parse::<i64>().unwrap()) + Dyadic::new(scaled, fraction.len() as u32);
        assert_eq!(
            if reading.starts_with('-') { -value } else { value },
            stalk.value(),
            "{stalk}: {reading}"
        );
        readings += 1;
    }
    // All stalks except those of one colour, including the empty one.
    assert_eq!(readings, stalks(9).count() - 19);
}

#[test]
fn errors_point_at_the_place() {
    let wrong = |text: &str| RedBlueStalks.parse(text).unwrap_err();
    assert_eq!(wrong("LR LBL").span.range(), 4..5);
    assert_eq!(wrong("LR LBL").to_string(), "unexpected `B`: expected `L` or `R`, the owner of the segment");
    assert_eq!(RedBlueStalks.parse("lr rL").unwrap(), [stalk("LR"), stalk("RL")]);
    assert_eq!(wrong("  ").span.range(), 2..2);
    assert_eq!(wrong("L--").span.range(), 1..2);
    assert_eq!(wrong("LR\u{a0}LR").span.range(), 2..4);
    assert_eq!(RedBlueStalks.parse("LR,RL").unwrap(), [stalk("LR"), stalk("RL")]);
    assert!(parse_stalk("").is_err());
}

proptest! {
    /// A cut removes the letters of a word from the cut segment on. The order of the stalks does not change.
    #[test]
    fn moves_cut_words(words in proptest::collection::vec("[LR]{1,6}|-", 1..5)) {
        let game = partizan::shared(RedBlueStalks);
        let position = game.parse(&words.join(" ")).unwrap();
        prop_assert_eq!(position.text(), format!("red_blue_stalks(\"{}\")", words.join(" ")));
        let mut expected = Vec::new();
        for (stalk, word) in words.iter().enumerate().filter(|(_, word)| *word != "-") {
            for (below, letter) in word.char_indices() {
                let mut after = words.clone();
                after[stalk] = if below == 0 { "-".to_owned() } else { word[..below].to_owned() };
                let player = if letter == 'L' { Player::Left } else { Player::Right };
                let name = format!("cut segment {} of stalk {}", below + 1, stalk + 1);
                expected.push((player, name, format!("red_blue_stalks(\"{}\")", after.join(" "))));
            }
        }
        let moves = position.moves().unwrap();
        prop_assert!(position.move_bound() >= moves.len() as u64);
        let found: Vec<_> = moves
            .iter()
            .map(|step| (step.player, step.text.clone(), position.after(step).text()))
            .collect();
        prop_assert_eq!(found, expected);
        // The figure contains the edge that a move touches: an edge of the mover, at the height and in the column of the segment.
        let view = position.view();
        let Figure::Graph(graph) = &view.figures[0] else { panic!("no graph") };
        let segments = words.iter().enumerate().filter(|(_, word)| *word != "-");
        let places = segments.flat_map(|(x, word)| (1..=word.len()).map(move |y| (x as i32, y as i32)));
        for (step, place) in moves.iter().zip(places) {
            let edge = &graph.edges[position.touches(step)[0].element as usize - graph.vertices.len()];
            prop_assert_eq!(edge.player, step.player);
            prop_assert_eq!(graph.vertices[edge.to as usize].place, Some(place));
        }
    }
}

#[test]
fn values_after_moves_agree_with_the_definition() {
    let game = partizan::shared(RedBlueStalks);
    let mut play = PlainPlay::new(&RedBlueStalks);
    let check = Check::new(Budget::DEFAULT, &NoObserver);
    for position in RedBlueStalks.positions(3) {
        let arena = winways_values::Arena::default();
        let given = game.parse(RedBlueStalks.write(&position).trim_matches('"')).unwrap();
        let given = given.partizan().unwrap();
        let mut solver = given.solver(&arena, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        let valued = solver.moves().unwrap();
        let moves = RedBlueStalks.moves(&position).unwrap();
        assert_eq!(valued.len(), moves.len());
        for ((_, cut), (step, value)) in moves.iter().zip(valued) {
            let after = RedBlueStalks.after(&position, cut);
            let wins = Side::BOTH.map(|side| play.wins(side, &after, &check).unwrap());
            let outcome = arena.outcome(value.in_arena(&arena).unwrap());
            let expected = match wins {
                [true, true] => GameOutcome::Next,
                [true, false] => GameOutcome::Left,
                [false, true] => GameOutcome::Right,
                [false, false] => GameOutcome::Previous,
            };
            assert_eq!(outcome, expected, "{position:?} {}", step.text);
        }
    }
}

#[test]
fn a_comparison_that_cannot_fit_is_not_begun() {
    let budget = Budget { memory: 1 << 24, ..Budget::DEFAULT };
    let procrastination = super::claims::CLAIMS.iter().find(|claim| claim.name == "procrastination").unwrap();
    for up_to in [8, 30, u64::MAX] {
        let ended = (procrastination.check)(up_to, &mut Check::new(budget, &NoObserver));
        let Err(Halt::Stopped(stopped)) = ended else { panic!("up to {up_to}: {ended:?}") };
        assert_eq!(stopped.reason, StopReason::Memory { limit: 1 << 24 });
    }
}
