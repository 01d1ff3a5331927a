//! Forged certificates: every claim that the checker accepts is true.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use winways::games::AnyGame;
use winways::tables::{
    Certificate, CertificateFailure, CheckFailure, HeapTable, Keep, PairTable, check_certificate_of,
};
use winways::{Budget, Catalogue, NoObserver};
use winways_solve::SparseSequence;
use winways_solve::certificate::{Proof, RowProof, SparseProof, Window};

/// The games, under the names that `certificates.py` uses. The names contain the digits or the set of the moves.
const GAMES: &[&str] = &[
    "octal(0.77)",
    "octal(0.07)",
    "octal(0.34)",
    "octal(0.4)",
    "octal(0.137)",
    "octal(4.7)",
    "octal(0.333)",
    "octal(0.356)",
    "octal(0.165)",
    "subtract{1,3,4}",
    "subtract{2,5,7}",
    "unequal-024",
    "unequal-0262",
];

fn game(catalogue: &Catalogue, name: &str) -> Arc<dyn AnyGame> {
    const UNEQUAL: &str =
        "heap n -> a, b where a + b = n - 2, a != b, a >= 1, b >= 1\nheap n -> n - 1 where n >= 2\n";
    let taken = match name {
        "unequal-024" => "",
        "unequal-0262" => "heap n -> n - 2 where n >= 3\nheap n -> n - 3 where n >= 4\n",
        _ => return catalogue.game(name).expect("the game is in the catalogue"),
    };
    catalogue.game_of_text(&format!("name: {name}\n{UNEQUAL}{taken}")).expect("the file is right")
}

/// The memory limit in bytes. It is small, so that the check of a forgery with large numbers stops early.
const MEMORY: u64 = 300_000;

fn check(game: &dyn AnyGame, certificate: &Certificate) -> Result<(), CertificateFailure> {
    check_certificate_of(game, &certificate.to_string(), None, MEMORY, &NoObserver).map(drop)
}

/// Returns the certificate that the table writes, if it proves a period.
fn of_table(game: &dyn AnyGame) -> Option<Certificate> {
    let mut table = HeapTable::new(game, Keep::All, Budget::DEFAULT, &NoObserver).ok()?;
    table.prove(30_000, &NoObserver).ok()?;
    table.certificate(&NoObserver).ok()?
}

/// Returns the certificate that the engine for sparse spaces writes, if there is one.
fn of_sparse_engine(game: &dyn AnyGame, name: &str) -> Option<Certificate> {
    let mut sequence = SparseSequence::new(game.tables().heap_rules()?, Keep::All)?;
    sequence.extend_to(60_000, Budget::DEFAULT, &NoObserver).ok()?;
    sequence.certificate(name, &NoObserver).ok()?
}

/// Returns certificates by sparse spaces, with the shortest windows that the checker accepts, for games that do not
/// need them.
fn short_sparse(game: &dyn AnyGame, name: &str, period: Option<(u64, u64)>) -> Vec<Certificate> {
    let mut table =
        HeapTable::new(game, Keep::All, Budget::DEFAULT, &NoObserver).expect("the game has a table");
    table.extend_to(3000, &NoObserver).expect("the values are found");
    let values: Vec<u64> = (0..3000).map(|heap| table.value(heap).expect("it is known")).collect();
    let repeats = |&(preperiod, period): &(usize, usize)| {
        values[preperiod..3000 - period] == values[preperiod + period..]
            && (preperiod == 0 || values[preperiod - 1] != values[preperiod - 1 + period])
    };
    let shown = || (1..400).flat_map(|period| (0..400).map(move |start| (start, period))).find(repeats);
    let period = period.or_else(|| shown().map(|(start, period)| (start as u64, period as u64)));
    let Some((preperiod, period)) = period.filter(|&(preperiod, period)| preperiod + period < 800) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (mask, parity) in (1..16u16).flat_map(|mask| [None, Some(0), Some(1)].map(|parity| (mask, parity))) {
        let is_rare = |heap: &u64| {
            let odd = (values[*heap as usize] as u16 & mask).count_ones() % 2 == 1;
            odd == parity.is_some_and(|parity| heap % 2 != parity)
        };
        let rare: Vec<u64> = (1..3000).filter(is_rare).collect();
        let last = rare.last().copied().unwrap_or(0);
        let apart = if parity.is_some() && period % 2 == 1 { 2 * period } else { period };
        let proofs = [last + 4, last + 20, last + 100, 2 * last + 200, 1000].map(|length| SparseProof {
            mask,
            parity,
            rare: rare.clone(),
            length,
            repeats_from: preperiod + length + last + 3,
            apart,
            windows: Vec::new(),
        });
        let certificate =
            |proof| Certificate { game: name.to_owned(), preperiod, period, proof: Proof::Sparse(proof) };
        let certificates = proofs.map(certificate);
        found.extend(certificates.into_iter().find(|certificate| check(game, certificate).is_ok()));
    }
    found
}

/// A generator of random changes to certificates.
struct Forger {
    random: SplitMix64,
    real: Vec<Certificate>,
}

impl Forger {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.next_u64() % bound
    }

    /// Returns a number near one of the certificate's numbers, or an arbitrary one.
    fn number(&mut self, old: u64, other: u64) -> u64 {
        match self.below(12) {
            0 => 0,
            1 => 1,
            2 => old.wrapping_add(1),
            3 => old.wrapping_sub(1),
            4 => old.wrapping_mul(2),
            5 => old / 2,
            6 => other,
            7 => old.wrapping_add(other),
            8 => old.wrapping_sub(other),
            9 => self.below(40),
            10 => self.below(1000),
            _ => u64::MAX - self.below(3),
        }
    }

    /// Makes one random change.
    fn change(&mut self, forged: &mut Certificate) {
        let (preperiod, period) = (forged.preperiod, forged.period);
        match self.below(8) {
            0 => forged.preperiod = self.number(preperiod, period),
            1 => forged.period = self.number(period, preperiod).max(1),
            2 => {
                let other = self.below(self.real.len() as u64) as usize;
                forged.game = self.real[other].game.clone();
            }
            3 => {
                let other = self.below(self.real.len() as u64) as usize;
                forged.proof = self.real[other].proof.clone();
            }
            // A consistent claim.
            4 => {
                (forged.preperiod, forged.period) = (self.below(300), 1 + self.below(200));
                let times = self.below(3);
                if let Proof::Sparse(proof) = &mut forged.proof {
                    proof.repeats_from = (forged.preperiod + self.below(20)).wrapping_add(proof.length);
                    proof.apart = times * forged.period;
                }
                if let Proof::Rows(proof) = &mut forged.proof {
                    (forged.preperiod, forged.period) = (self.below(30), 1 + self.below(30));
                    proof.apart = times * forged.period;
                }
            }
            _ => {
                let mut proof = forged.proof.clone();
                match &mut proof {
                    Proof::GuySmith { last_digit: number } | Proof::Window { length: number } => {
                        *number = self.number(*number, period);
                    }
                    Proof::Sparse(proof) => self.change_sparse(proof, period),
                    Proof::Rows(proof) => self.change_rows(proof, period),
                }
                forged.proof = proof;
            }
        }
    }

    fn change_sparse(&mut self, proof: &mut SparseProof, period: u64) {
        match self.below(8) {
            0 => proof.length = self.number(proof.length, period),
            1 => proof.repeats_from = self.number(proof.repeats_from, proof.length),
            2 => proof.apart = self.number(proof.apart, period),
            3 => proof.mask = self.below(32) as u16,
            4 => proof.parity = [None, Some(0), Some(1)][self.below(3) as usize],
            5 if !proof.rare.is_empty() => {
                let place = self.below(proof.rare.len() as u64) as usize;
                proof.rare.remove(place);
            }
            6 => {
                let heap = self.number(proof.rare.last().copied().unwrap_or(1), period);
                let place = proof.rare.partition_point(|&rare| rare < heap);
                proof.rare.insert(place, heap);
            }
            _ => {
                let values: Vec<u8> = (0..self.below(50)).map(|_| self.random.next_u64() as u8 % 8).collect();
                let sum = self.random.next_u64() as u32;
                let heap = self.number(proof.length, proof.repeats_from);
                proof.windows.push(Window { heap, values, sum });
            }
        }
    }

    fn change_rows(&mut self, proof: &mut RowProof, period: u64) {
        match self.below(6) {
            0 => proof.length = self.number(proof.length, period),
            1 => proof.apart = self.number(proof.apart, period),
            2 => proof.heap = 1 - proof.heap,
            3 if !proof.columns.is_empty() => {
                let place = self.below(proof.columns.len() as u64) as usize;
                proof.columns.remove(place);
            }
            4 => {
                let memory = self.below(9);
                let place = proof.columns.partition_point(|&column| column < memory);
                proof.columns.insert(place, memory);
            }
            _ => proof.apart = period.saturating_mul(1 + self.below(6)),
        }
    }

    fn forge(&mut self) -> Certificate {
        let place = self.below(self.real.len() as u64) as usize;
        let mut forged = self.real[place].clone();
        for _ in 0..=self.below(4) {
            self.change(&mut forged);
        }
        forged
    }
}

/// Runs a program that computes the values independently. Returns a line for each false claim.
fn judge(certificates: &str) -> String {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/certificates.py");
    let mut child = Command::new("python3")
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(certificates.as_bytes()).expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).expect("the output is text")
}

#[test]
fn every_accepted_claim_of_a_forgery_is_true() {
    const FORGERIES: usize = crate::cases(4_000, 10_000);
    let catalogue = Catalogue::new();
    let games: Vec<Arc<dyn AnyGame>> = GAMES.iter().map(|name| game(&catalogue, name)).collect();
    let game_of = |name: &str| &*games[GAMES.iter().position(|other| *other == name).expect("it is listed")];
    let mut real = Vec::new();
    for name in GAMES {
        let of_table = of_table(game_of(name));
        let period = of_table.as_ref().map(|table| (table.preperiod, table.period));
        let of_engine = of_sparse_engine(game_of(name), name).filter(|_| !name.starts_with("unequal"));
        for certificate in of_table.into_iter().chain(of_engine) {
            let checked = check(game_of(name), &certificate);
            assert!(checked.is_ok(), "{checked:?}\n{certificate}");
            real.push(certificate);
        }
        real.extend(short_sparse(game_of(name), name, period));
    }
    let sparse = |certificate: &&Certificate| matches!(certificate.proof, Proof::Sparse(_));
    let kinds = [Proof::GuySmith { last_digit: 2 }, Proof::Window { length: 4 }];
    assert!(kinds.iter().all(|kind| real.iter().any(|certificate| certificate.proof == *kind)));
    let is_long = |proof: &Proof| matches!(proof, Proof::Sparse(proof) if proof.length > 4000);
    assert!(real.iter().any(|certificate| is_long(&certificate.proof)));
    assert!(real.iter().filter(sparse).any(|certificate| certificate.game.starts_with("unequal")));
    assert!(real.iter().filter(sparse).count() > 20, "{}", real.len());

    let mut forger = Forger { random: SplitMix64::seed_from_u64(26), real };
    let (mut accepted, mut refused, mut claims) = (0, 0, BTreeSet::new());
    for _ in 0..FORGERIES {
        let forged = forger.forge();
        match check(game_of(&forged.game), &forged) {
            Ok(()) => {
                accepted += 1;
                claims.insert((forged.game, forged.preperiod, forged.period));
            }
            Err(CertificateFailure::Check(CheckFailure::Refused(_))) => refused += 1,
            Err(CertificateFailure::Check(CheckFailure::Stopped(_))) => {}
            Err(other) => panic!("{other:?}\n{forged}"),
        }
    }
    assert!(accepted > FORGERIES / 40 && refused > FORGERIES / 2, "{accepted} accepted, {refused} refused");
    let claim =
        |game: &str, preperiod, period| format!("game {game}\npreperiod {preperiod}\nperiod {period}\nend\n");
    let certificates: String =
        claims.iter().map(|(game, start, period)| claim(game, start, period)).collect();
    // The program detects a false claim.
    let wrong = claim("octal(0.77)", &225, &174);
    assert_eq!(judge(&(certificates + &wrong)), "false: octal(0.77) has no period 174 from 225\n");
}

/// Games on pairs, under the names that `certificates.py` uses.
const PAIR_GAMES: &[(&str, &str)] = &[
    ("pairs-repeats", "heap (n, m) -> (n-k, k) where k in {1, 2, 3}, k != m"),
    ("pairs-next", "heap (n, m) -> (n-k, k) where 1 <= k <= m + 1, k <= 4"),
    ("pairs-thirds", "heap (m, n) -> (k, n-k) where k in {1, 3, 4}, k != m | (m-1, n) where n mod 3 = 0"),
    ("pairs-splits", "heap (n, m) -> (n-k, k), (2, m) where 1 <= k <= 2, n >= 4 | (n-1, 0) where m > 0"),
];

#[test]
fn every_accepted_claim_of_forgeries_on_pairs_is_true() {
    let catalogue = Catalogue::new();
    let game = |(name, rules): &(&str, &str)| {
        catalogue.game_of_text(&format!("name: {name}\n{rules}\n")).expect("the file is right")
    };
    let games: Vec<Arc<dyn AnyGame>> = PAIR_GAMES.iter().map(game).collect();
    let game_of =
        |name: &str| &*games[PAIR_GAMES.iter().position(|(other, _)| *other == name).expect("it is listed")];
    let mut real = Vec::new();
    for (name, _) in PAIR_GAMES {
        let mut table = PairTable::new(game_of(name), 20, Budget::DEFAULT).expect("the game has a table");
        table.prove(10_000, &NoObserver).expect("the rows are found");
        let certificate = table.certificate().expect("the period is proved");
        let checked = check(game_of(name), &certificate);
        assert!(checked.is_ok(), "{checked:?}\n{certificate}");
        real.push(certificate);
    }
    let mut forger = Forger { random: SplitMix64::seed_from_u64(26), real };
    let (mut accepted, mut refused, mut claims) = (0, 0, BTreeSet::new());
    for _ in 0..3_000 {
        let forged = forger.forge();
        match check(game_of(&forged.game), &forged) {
            Ok(()) => {
                accepted += 1;
                let Proof::Rows(proof) = forged.proof else { panic!("the proof is of heaps") };
                claims.insert((forged.game, forged.preperiod, forged.period, proof.columns));
            }
            Err(CertificateFailure::Check(CheckFailure::Refused(_))) => refused += 1,
            Err(CertificateFailure::Check(CheckFailure::Stopped(_))) => {}
            Err(other) => panic!("{other:?}\n{forged}"),
        }
    }
    assert!(accepted > 100 && refused > 1_500, "{accepted} accepted, {refused} refused");
    let claim = |(game, preperiod, period, columns): &(String, u64, u64, Vec<u64>)| {
        let columns: Vec<String> = columns.iter().map(u64::to_string).collect();
        format!("game {game}\npreperiod {preperiod}\nperiod {period}\ncolumns {}\nend\n", columns.join(" "))
    };
    let certificates: String = claims.iter().map(claim).collect();
    let wrong = claim(&("pairs-repeats".to_owned(), 4, 3, vec![0, 1, 2, 3]));
    assert_eq!(judge(&(certificates + &wrong)), "false: pairs-repeats has no period 3 from 4\n");
}
