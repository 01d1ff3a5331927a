use super::*;
use crate::sequence::NimSequence;
use crate::{CheckpointError, HeapSequence, NoObserver, Progress};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Mutex;
use winways_rules::{Excluded, HeapRules, Recurrence, RuleFault, TakeAndBreak};

/// `true` if the full tests of `scripts/test` are compiled. Otherwise, sizes are smaller.
const IS_FULL: bool = option_env!("WINWAYS_FULL_TESTS").is_some();

/// The number of heaps of a comparison with the plain method, whose time is quadratic.
const HEAPS: usize = match option_env!("WINWAYS_FULL_TESTS") {
    Some(value) if matches!(value.as_bytes(), b"all") => 20_000,
    Some(_) => 10_000,
    None => 5_000,
};

/// Octal games by their digits, and Grundy's game.
#[derive(Clone, Debug)]
struct Digits {
    digits: Vec<u8>,
    unequal: bool,
}

impl Digits {
    fn of(code: &str) -> Digits {
        let digits = code.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        Digits { digits, unequal: false }
    }

    const GRUNDY: fn() -> Digits = || Digits { digits: vec![4], unequal: true };

    fn allowing(&self, leave: u8, from: usize) -> Vec<u64> {
        let digits = self.digits.iter().enumerate().skip(from);
        digits.filter(|(_, digit)| *digit & leave != 0).map(|(taken, _)| taken as u64).collect()
    }
}

impl HeapRules for Digits {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 && taken > 0 {
                excluded.nothing();
            }
            if digit & 2 != 0 && rest > 0 && taken > 0 {
                excluded.heap(rest);
            }
            if digit & 4 != 0 && self.unequal {
                excluded.unequal_pairs(rest, 1)?;
            } else if digit & 4 != 0 {
                excluded.pairs(rest, 1)?;
            }
        }
        Ok(())
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        let (takes, splits) = (self.allowing(2, 1), self.allowing(4, 0));
        Some(TakeAndBreak { takes, splits, unequal: self.unequal, regular_from: self.digits.len() as u64 })
    }
}

/// Compares all widths that the machine supports, and both ways of keeping values, with the plain method.
/// Returns `true` if there is a sparse space.
fn compare(rules: &Digits, heaps: usize) -> bool {
    if SparseSequence::new(rules, Keep::All).is_none() {
        return false;
    }
    let mut plain = NimSequence::new(rules);
    plain.extend_to(heaps as u64, Budget::DEFAULT, &NoObserver).unwrap();
    // The final numbers of known values, for each way of keeping them; they must not depend on the width.
    let mut known: Vec<Vec<u64>> = Vec::new();
    for &width in Width::ALL.iter().filter(|width| width.is_available()) {
        known.push(Vec::new());
        for keep in [Keep::All, Keep::Last] {
            let narrow = SparseSequence::with_width(rules, keep, width).unwrap();
            let wide = match &narrow.codes {
                Codes::Narrow(codes) => Some(SparseSequence { codes: Codes::Wide(codes.widened()) }),
                Codes::Wide(_) => None,
            };
            for mut sparse in [Some(narrow), wide].into_iter().flatten() {
                sparse.extend_to(heaps as u64, Budget::DEFAULT, &NoObserver).unwrap();
                known.last_mut().expect("a list for the width").push(sparse.known());
                let period = sparse.period();
                for heap in 0..heaps as u64 {
                    let known = period.map_or(heap, |period| period.reduce(heap));
                    let value = sparse.value(known).expect("few values are all kept");
                    assert_eq!(
                        value,
                        plain.values()[heap as usize],
                        "{rules:?} {width:?} {keep:?} heap {heap}"
                    );
                }
            }
        }
    }
    assert!(known.iter().all(|lengths| *lengths == known[0]), "{rules:?} {known:?}");
    true
}

#[test]
fn all_codes_of_two_digits_agree_with_the_plain_method() {
    let mut sparse = 0;
    for code in 0..128u8 {
        let digits = vec![code >> 6 << 2, code >> 3 & 7, code & 7];
        sparse += u32::from(compare(&Digits { digits, unequal: false }, HEAPS));
    }
    assert!(sparse > 60, "only {sparse} codes have a sparse space");
}

#[test]
fn known_special_cases_agree_with_the_plain_method() {
    // 0.161 differs from 0.36 at heap 519. In 0.376, rare heaps are found within a block and pair with later
    // heaps of the same block. 0.104 needs the positional kind. Grundy's game does not allow equal parts.
    let values = |code: &str| {
        let rules = Digits::of(code);
        let mut sequence = NimSequence::new(&rules);
        sequence.extend_to(600, Budget::DEFAULT, &NoObserver).unwrap();
        sequence.values().to_vec()
    };
    let (one, other) = (values("0.161"), values("0.36"));
    assert_eq!(one.iter().zip(&other).position(|(a, b)| a != b), Some(519));
    for code in ["0.161", "0.376", "0.104", "0.16", "0.56", "0.127"] {
        assert!(compare(&Digits::of(code), 20_000), "{code}");
    }
    assert!(compare(&Digits::GRUNDY(), 20_000));
}

#[test]
fn a_hundred_thousand_values_have_the_known_hash() {
    let sums = [
        (Digits::of("0.16"), 0x64e8be0ddc43b946),
        (Digits::of("0.56"), 0x00398c45f31e9d5f),
        (Digits::of("0.376"), 0xb4b4a02d94bf4dc4),
        (Digits::GRUNDY(), 0xfddbbd0121de18c6),
    ];
    for (rules, sum) in sums {
        let mut sequence = SparseSequence::new(&rules, Keep::All).unwrap();
        sequence.extend_to(99_999, Budget::DEFAULT, &NoObserver).unwrap();
        // The Fowler–Noll–Vo hash of the values as 64-bit words.
        let bytes = (0..100_000).flat_map(|heap| u64::from(sequence.value(heap).unwrap()).to_le_bytes());
        let found = bytes.fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        assert_eq!(found, sum, "{rules:?}");
    }
}

#[test]
fn periods_agree_with_published_ones() {
    for (code, preperiod, period) in
        [("0.16", 105_351, 149_459), ("0.56", 326_640, 144), ("0.376", 2_268_248, 4), ("0.356", 7315, 142)]
    {
        if !IS_FULL && preperiod > 1_000_000 {
            continue;
        }
        for keep in [Keep::All, Keep::Last] {
            let mut sequence = SparseSequence::new(&Digits::of(code), keep).unwrap();
            sequence.extend_to(10_000_000, Budget::DEFAULT, &NoObserver).unwrap();
            assert_eq!(sequence.period(), Some(Period { preperiod, period }), "{code} {keep:?}");
        }
    }
}

/// Computes 0.354 while storing only the last values. A checkpoint is written and read between steps.
#[test]
fn a_resumed_computation_ends_like_an_uninterrupted_one() {
    let rules = Digits::of("0.354");
    // Values are dropped, and checkpoints written, from heap 2²² on.
    let (last, step) = if IS_FULL { (20_000_000, 1_234_567) } else { (4_800_000, 150_000) };
    let expected = IS_FULL.then_some(Period { preperiod: 10_061_916, period: 1180 });
    let mut straight = SparseSequence::new(&rules, Keep::Last).unwrap();
    straight.extend_to(last, Budget::DEFAULT, &NoObserver).unwrap();
    assert_eq!(straight.period(), expected);
    assert!(straight.value(0).is_some() && straight.value(1).is_none(), "old values are dropped");

    let mut resumed = SparseSequence::new(&rules, Keep::Last).unwrap();
    let mut checkpoints = 0;
    while resumed.known() < straight.known() {
        let next = (resumed.known() + step).min(last);
        resumed.extend_to(next, Budget::DEFAULT, &NoObserver).unwrap();
        if let Some(text) = resumed.checkpoint("octal(0.354)") {
            resumed = SparseSequence::resume(&rules, "octal(0.354)", &text).unwrap();
            assert_eq!(resumed.checkpoint("octal(0.354)"), Some(text));
            checkpoints += 1;
        }
    }
    assert!(checkpoints > 2);
    assert_eq!(resumed.period(), expected);
    assert_eq!(resumed.known(), straight.known());
    // No checkpoint is written once the period is known.
    assert_eq!(resumed.checkpoint("octal(0.354)").is_none(), IS_FULL);
}

/// Heap 7,250,049 of Grundy's game is the first whose value exceeds 255. Whether 256 is excluded depends on values that were
/// dropped before.
#[test]
fn values_are_dropped_later_if_too_few_are_kept() {
    let rules = Digits::GRUNDY();
    let mut sequences = [Keep::All, Keep::Last].map(|keep| SparseSequence::new(&rules, keep).unwrap());
    for sequence in &mut sequences {
        sequence.ignore_periods();
        sequence.extend_to(7_300_000, Budget::DEFAULT, &NoObserver).unwrap();
    }
    let [all, last] = &sequences;
    assert_eq!(last.rare_heaps(), all.rare_heaps());
    assert_eq!((last.known(), last.value(7_250_049)), (all.known(), Some(256)));
    assert!((0..last.known()).all(|heap| last.value(heap) == all.value(heap)), "all values are kept now");
    let mut little = SparseSequence::new(&rules, Keep::Last).unwrap();
    let budget = Budget { memory: 51 << 20, ..Budget::DEFAULT };
    let stopped = little.extend_to(7_300_000, budget, &NoObserver).unwrap_err();
    assert!(stopped.to_string().ends_with("after 7250049 positions"), "{stopped}");
}

#[test]
fn checkpoints_tell_from_where_values_are_dropped() {
    let rules = Digits::of("0.354");
    let mut sequence = SparseSequence::new(&rules, Keep::Last).unwrap();
    sequence.drop_from(5_000_000);
    sequence.extend_to(4_900_000, Budget::DEFAULT, &NoObserver).unwrap();
    assert_eq!(sequence.checkpoint("octal(0.354)"), None);
    sequence.extend_to(9_000_000, Budget::DEFAULT, &NoObserver).unwrap();
    let text = sequence.checkpoint("octal(0.354)").unwrap();
    assert!(text.contains("\nkept 5000000\n"), "{}", &text[..200]);
    let mut resumed = SparseSequence::resume(&rules, "octal(0.354)", &text).unwrap();
    assert_eq!(resumed.checkpoint("octal(0.354)"), Some(text));
    for sequence in [&mut sequence, &mut resumed] {
        sequence.extend_to(9_500_000, Budget::DEFAULT, &NoObserver).unwrap();
    }
    assert_eq!((resumed.known(), resumed.value(9_400_000)), (sequence.known(), sequence.value(9_400_000)));
}

#[test]
fn all_codes_of_two_digits_with_unequal_parts_agree_with_the_plain_method() {
    let mut sparse = 0;
    for code in 0..128u8 {
        let digits = vec![code >> 6 << 2, code >> 3 & 7, code & 7];
        sparse += u32::from(compare(&Digits { digits, unequal: true }, HEAPS / 2));
    }
    assert!(sparse > 30, "only {sparse} codes have a sparse space");
}

#[test]
fn damaged_checkpoints_are_refused() {
    let rules = Digits::of("0.354");
    let mut sequence = SparseSequence::new(&rules, Keep::Last).unwrap();
    sequence.extend_to(5_000_000, Budget::DEFAULT, &NoObserver).unwrap();
    let text = sequence.checkpoint("octal(0.354)").unwrap();
    let refused = |text: &str| SparseSequence::resume(&rules, "octal(0.354)", text).err().unwrap();
    // With a correct checksum, only the content of a text can be refused.
    let summed = |from: &str, to: &str| {
        let honest = &text[..text.trim_end().rfind('\n').unwrap() + 1];
        let body = honest.replacen(from, to, 1);
        assert_ne!(body, honest, "{from}");
        format!("{body}sum {:08x}\n", crc32fast::hash(body.as_bytes()))
    };
    let wrong = |line, message: &str| CheckpointError { line, message: message.to_owned() };
    let damaged = "the checkpoint is damaged or cut short: its checksum does not match";
    let lines = text.lines().count();
    assert_eq!(refused(&text.replacen("known 5", "known 6", 1)), wrong(lines, damaged));
    assert_eq!(refused(&text[..text.len() / 2]).message, damaged);
    assert_eq!(refused("").line, 1);
    assert_eq!(refused(&text.replacen(" 1\n", " 2\n", 1)), wrong(1, "an unsupported version of checkpoints"));
    assert_eq!(
        refused(&summed("0.354", "0.356")),
        wrong(2, "the checkpoint is for the game octal(0.356), not octal(0.354)")
    );
    assert_eq!(refused(&summed("known 5", "known x5")), wrong(3, "expected a number after `known`"));
    assert!(refused(&summed("rare 1", "rare 2")).message.contains("other rare heaps"));
    assert!(refused(&summed("space ", "space 1")).message.contains("other rare heaps"));
    assert!(refused(&summed("windows ", "windows 1")).message.contains("does not fit"));
    assert!(refused(&summed("now 5", "now 4")).message.contains("does not end at the last known heap"));
    assert!(refused(&summed("\nnow", "\nend")).message.contains("expected `tortoise`"));
    // Windows that are cut to their last 64 codes.
    let windows = text.lines().find(|line| line.starts_with("windows ")).unwrap();
    let length: usize = windows.split(' ').nth(1).unwrap().parse().unwrap();
    let cut = |line: &str| match line.split(' ').collect::<Vec<&str>>()[..] {
        [name @ ("tortoise" | "mark" | "now"), heap, codes] => {
            format!("{name} {heap} {}\n", &codes[codes.len() - codes.len() / length * 64..])
        }
        ["windows", _, ref rest @ ..] => format!("windows 64 {}\n", rest.join(" ")),
        _ => format!("{line}\n"),
    };
    let body: String = text.lines().take(lines - 1).map(cut).collect();
    let short = format!("{body}sum {:08x}\n", crc32fast::hash(body.as_bytes()));
    assert_eq!(refused(&short).message, "the windows are too short for this game");
    // A window with one changed code and a correct checksum.
    for name in ["tortoise", "mark", "now"] {
        let Some(line) = text.lines().position(|line| line.starts_with(name)) else { continue };
        for from_end in [1, 500] {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.pop();
            let at = lines[line].len() - 2 * from_end;
            let code = u8::from_str_radix(&lines[line][at..at + 2], 16).unwrap();
            lines[line].replace_range(at..at + 2, &format!("{:02x}", code ^ 1));
            let body = lines.join("\n") + "\n";
            let forged = format!("{body}sum {:08x}\n", crc32fast::hash(body.as_bytes()));
            let message = refused(&forged).message;
            assert_eq!(message, "the window does not follow from the rules", "{name} {from_end}");
        }
    }
    // The window of another heap.
    let early = summed(
        text.lines().find(|line| line.starts_with("tortoise")).unwrap().rsplit_once(' ').unwrap().0,
        "tortoise 50000",
    );
    assert!(refused(&early).message.contains("the window does not f"), "{}", refused(&early));
    let other = SparseSequence::resume(&Digits::of("0.356"), "octal(0.354)", &text).err().unwrap();
    assert!(other.message.contains("other rare heaps") || other.message.contains("no checkpoint is written"));
}

#[test]
fn random_codes_agree_with_the_plain_method() {
    let sparse = Cell::new(0);
    let digits = (prop::sample::select(vec![0u8, 4]), prop::collection::vec(0u8..8, 3..5));
    let mut runner = TestRunner::new(ProptestConfig::with_cases(24));
    runner
        .run(&(digits, any::<bool>()), |((first, rest), unequal)| {
            let digits = [vec![first], rest].concat();
            sparse.set(sparse.get() + u32::from(compare(&Digits { digits, unequal }, HEAPS / 2)));
            Ok(())
        })
        .unwrap();
    assert!(sparse.get() > 0, "only {} codes have a sparse space", sparse.get());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_engine_chosen_for_three_digits_agrees_with_the_plain_method(
        first in prop::sample::select(vec![0u8, 4]), rest in prop::array::uniform3(0u8..8), keep in 0..2,
    ) {
        let digits = [vec![first], rest.to_vec()].concat();
        let rules = Digits { digits, unequal: false };
        let keep = if keep == 0 { Keep::All } else { Keep::Last };
        let mut sequence = HeapSequence::new(&rules, keep);
        sequence.extend_to(HEAPS as u64 - 1, Budget::DEFAULT, &NoObserver).unwrap();
        let mut plain = NimSequence::new(&rules);
        plain.extend_to(HEAPS as u64, Budget::DEFAULT, &NoObserver).unwrap();
        let values: Option<Vec<u16>> = (0..HEAPS as u64).map(|heap| sequence.value(heap)).collect();
        prop_assert_eq!(values.as_deref(), Some(&plain.values()[..HEAPS]));
    }
}

#[test]
fn a_rare_heap_at_the_end_of_a_block_updates_the_bit_sets() {
    // Heap 8703 of 0.041 is such a heap; a witness that read its first value would exclude 1 for heap 8735.
    assert!(compare(&Digits::of("0.041"), 10_000));
}

/// The more heaps are rare, the fewer heaps there may be between two polls.
#[test]
fn long_sparse_tables_poll_by_the_work_of_their_heaps() {
    struct Polls(Mutex<Vec<u64>>);
    impl Observer for Polls {
        fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
            self.0.lock().unwrap().push(progress.positions);
            ControlFlow::Continue(())
        }
    }
    let mut sequence = SparseSequence::new(&Digits::of("0.324"), Keep::All).unwrap();
    let options = |sequence: &SparseSequence| match &sequence.codes {
        Codes::Narrow(sequence) => sequence.plan.len() as u64,
        Codes::Wide(sequence) => sequence.plan.len() as u64,
    };
    sequence.extend_to(10_000, Budget::DEFAULT, &NoObserver).unwrap();
    let options_before = options(&sequence);
    let polls = Polls(Mutex::default());
    sequence.extend_to(600_000, Budget::DEFAULT, &polls).unwrap();
    let polls = polls.0.into_inner().unwrap();
    let gaps: Vec<u64> = polls.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // With more rare heaps, there are fewer heaps between two polls.
    let bound = |options: u64| sequence::WORK_POLL_INTERVAL / options + 2 * cover::BLOCK as u64;
    assert!(options(&sequence) > options_before, "{options_before} options a heap");
    let late = &gaps[gaps.len() / 2..];
    assert!(late.len() > 3 && late.iter().all(|gap| *gap <= bound(options(&sequence))), "{gaps:?}");
    assert!(gaps.iter().all(|gap| *gap <= bound(options_before)), "{gaps:?}");
}

/// Games whose sparse space does not show in the first 8,192 values, with the number of rare heaps and the
/// last of them.
#[test]
fn late_sparse_spaces_agree_with_the_plain_method() {
    // In 0.204, the engine changes to pairs and back. The values of 0.744 exceed 511.
    let games = [
        ("0.774", Some((351, 3519)), 10_000, 1 << 16),
        ("0.744", Some((875, 11_268)), 12_000, 1 << 16),
        ("0.142", Some((1355, 34_583)), 17_000, 1 << 16),
        ("0.204", None, 33_000, 1 << 16),
        ("4.044", Some((183, 1688)), 10_000, 1 << 16),
    ];
    for (code, found, few, many) in games {
        let heaps = if IS_FULL { many } else { few };
        let rules = Digits::of(code);
        let mut plain = NimSequence::new(&rules);
        plain.extend_to(heaps, Budget::DEFAULT, &NoObserver).unwrap();
        for keep in [Keep::All, Keep::Last] {
            let mut sequence = HeapSequence::new(&rules, keep);
            sequence.extend_to_last_choice(Budget::DEFAULT, &NoObserver).unwrap();
            assert!(sequence.has_checkpoints(), "{code}: {}", sequence.method());
            sequence.extend_to(heaps, Budget::DEFAULT, &NoObserver).unwrap();
            let values: Option<Vec<u16>> = (0..heaps).map(|heap| sequence.value(heap)).collect();
            assert!(values.as_deref() == Some(&plain.values()[..heaps as usize]), "{code} {keep:?}");
            if let (true, Some((rare, last))) = (IS_FULL, found) {
                let found = format!("sparse space, {rare} rare heaps, the last is {last}");
                assert_eq!(sequence.method(), found, "{code}");
            }
        }
    }
}

#[test]
fn a_late_sparse_space_resumes_from_a_checkpoint() {
    let rules = Digits::of("0.774");
    let last = (1 << 22) + 100_000;
    let mut straight = HeapSequence::new(&rules, Keep::Last);
    straight.extend_to(last - 50_000, Budget::DEFAULT, &NoObserver).unwrap();
    let text = straight.checkpoint("octal(0.774)").unwrap();
    let mut resumed = HeapSequence::resume(&rules, "octal(0.774)", &text).unwrap();
    assert_eq!(resumed.checkpoint("octal(0.774)").as_ref(), Some(&text));
    for sequence in [&mut straight, &mut resumed] {
        sequence.extend_to(last, Budget::DEFAULT, &NoObserver).unwrap();
    }
    assert_eq!(resumed.method(), straight.method());
    assert!((last - 10_000..last).all(|heap| resumed.value(heap) == straight.value(heap)));
    let other = HeapSequence::resume(&Digits::of("0.775"), "octal(0.775)", &text).err().unwrap();
    assert!(other.message.contains("is for the game octal(0.774)"), "{other}");
}
