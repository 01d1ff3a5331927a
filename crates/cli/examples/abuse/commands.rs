//! Commands to run: from a list, for every game in the catalogue, and random ones.

use crate::measure::{Limits, Run};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn run(words: Vec<String>, stdin: String) -> Run {
    Run { words, stdin, limits: Limits::LISTED[0], signal: None }
}

/// Parses a list of commands: one per line, with words separated by tabs. The text after the word `<` is stdin, with `\n` for line
/// breaks. `{{TEXT*COUNT}}` repeats the text, and `DIRECTORY` is replaced by `directory`, in words and in stdin.
pub(crate) fn of_text<'t>(text: &'t str, directory: &Path) -> impl Iterator<Item = Run> + use<'t> {
    let directory = directory.display().to_string();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(move |line| {
        let line = line.replace("DIRECTORY", &directory);
        let (words, stdin) = line.split_once("\t<\t").unwrap_or((&line, ""));
        run(words.split('\t').map(repeated).collect(), repeated(stdin).replace("\\n", "\n"))
    })
}

/// Expands `{{TEXT*COUNT}}`.
fn repeated(word: &str) -> String {
    let parts = word.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)));
    let Some((before, (inside, after))) = parts else { return word.to_owned() };
    match inside.rsplit_once('*').map(|(text, count)| (text, count.parse())) {
        Some((text, Ok(count))) => format!("{before}{}{}", text.repeat(count), repeated(after)),
        _ => word.to_owned(),
    }
}

/// Returns the name of each game that the program lists, and its example, split into the game and the position.
fn examples(program: &Path) -> Vec<(String, Vec<String>)> {
    let listed = Command::new(program).args(["games", "--format", "csv"]).output();
    let listed = listed.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let mut reader = csv::Reader::from_reader(&listed.stdout[..]);
    let example = |record: csv::StringRecord| {
        let (name, example) = (record[0].to_owned(), record[5].to_owned());
        let game_end = example.find(' ').unwrap_or(example.len());
        let game_end = example.find(['}', ')']).map_or(game_end, |end| game_end.max(end + 1));
        let (game, position) = example.split_at(game_end);
        (name, vec![game.to_owned(), position.trim().to_owned()])
    };
    reader.records().filter_map(Result::ok).map(example).collect()
}

/// Returns the most demanding commands for every game.
pub(crate) fn of_catalogue(program: &Path) -> impl Iterator<Item = Run> {
    examples(program).into_iter().flat_map(|(_, example)| {
        let [game, position] = [&example[0], &example[1]].map(String::to_owned);
        let words =
            |words: &[&str]| run(words.iter().map(|word| (*word).to_owned()).collect(), String::new());
        vec![
            words(&["solve", &game, "--explain", "--", &position]),
            words(&["solve", &game, "--misere", "--method", "search", "--", &position]),
            words(&["table", &game, "--up-to", "100000000"]),
            words(&["verify", &game, "--up-to", "1000000"]),
            words(&["verify", &game, "--up-to", "18446744073709551615"]),
            words(&["solve", &game, "999999 888888 777777"]),
            words(&["solve", &game, "9223372036854775807"]),
        ]
    })
}

/// A generator of random commands, many of which are invalid.
pub(crate) struct Random {
    random: Xoshiro256PlusPlus,
    directory: PathBuf,
    examples: Vec<(String, Vec<String>)>,
}

/// The number of kinds of random commands.
const KINDS: usize = 21;

/// Unusual strings to insert into words and numbers.
const ODD: &[&str] = &[
    "",
    " ",
    "\u{a0}",
    "\u{2003}",
    "\u{3000}",
    "é",
    "𝟙",
    "\0",
    "-",
    "--",
    "|",
    ",",
    ";",
    "#",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "1/2",
    "*",
    "^",
    "0x10",
    "1e9",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775807",
    "-1",
    "x",
    "o",
    ".",
    "\n",
    "\t",
    "\"",
    "'",
    "`",
    "$",
    "left",
    "right",
    "start",
];

const FUNCTIONS: &[&str] = &[
    "mean",
    "temperature",
    "heat",
    "cool",
    "conway",
    "times",
    "norton",
    "birthday",
    "incentives",
    "thermograph",
    "n",
    "atomic_weight",
    "options",
    "reduced",
    "sum",
    "len",
    "max",
    "zip",
    "outcome",
    "latex",
    "overheat",
    "stops",
];

const PROBLEMS: &[&str] = &[
    "hdu2509",
    "hdu1846",
    "count_to_n",
    "hdu1404",
    "easychase",
    "sg_dag",
    "grundy_split",
    "hdu1079",
    "hdu1517",
    "p2197",
    "hdu2176",
    "match_nim",
    "bamboo_green",
    "p2575",
    "p3480",
    "bamboo_redblue",
    "poj2931",
    "staircase_nim",
    "hdu1536",
    "surreal",
    "hdu2177",
    "wythoff_pairs",
];

impl Random {
    /// Creates a generator of commands that write their files into `directory`.
    pub(crate) fn new(program: &Path, directory: &Path, seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Random { random, directory: directory.to_owned(), examples: examples(program) }
    }

    pub(crate) fn command(&mut self) -> Run {
        let chosen = self.below(self.examples.len());
        let (_, example) = self.examples[chosen].clone();
        let game = match self.below(8) {
            0 => self.damaged(&example[0]),
            1 => self.code(),
            _ => example[0].clone(),
        };
        let position = match self.below(4) {
            0 => example[1].clone(),
            1 => self.numbers(),
            _ => self.damaged(&example[1]),
        };
        let (mut words, stdin) = self.words(game, position);
        for option in ["--misere", "--explain", "--format=json", "--method=search"] {
            if self.below(6) == 0 && words[0] != "database" {
                words.insert(1, option.to_owned());
            }
        }
        if self.below(16) == 0 && matches!(words[0].as_str(), "solve" | "table" | "eval") {
            let ending = self.one(&["svg", "png", "tex"]);
            words.insert(
                1,
                format!("--plot={}", self.directory.join("plot").with_extension(ending).display()),
            );
        }
        // Arguments of a command cannot contain a zero byte.
        words.iter_mut().for_each(|word| *word = word.replace('\0', "\u{1}"));
        let limits = Limits { memory: 48 << 20, timeout: Duration::from_millis(200) };
        let is_ended = self.below(12) == 0 && !matches!(words[0].as_str(), "repl" | "serve-stdio" | "play");
        let signal = is_ended.then(|| Duration::from_millis(self.below(200) as u64));
        Run { words, stdin, limits, signal }
    }

    /// Returns the arguments of a command, and its stdin.
    fn words(&mut self, game: String, position: String) -> (Vec<String>, String) {
        let command = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let size = self.number();
        let words = match self.below(KINDS) {
            0..=2 => command(&["solve", &game, "--", &position]),
            3 if self.below(4) == 0 => command(&["table", &game, "--misere", "--quotient", "--up-to", &size]),
            3 => command(&["table", &game, "--up-to", &size]),
            4 => command(&["table", &game, "--prove", "--up-to", &size]),
            5 => command(&["verify", &game, "--up-to", &size]),
            6 => {
                let moves = (0..self.below(9)).map(|_| self.number() + "\n").collect();
                return (command(&["play", &game, "--first=opponent", "--", &position]), moves);
            }
            7 => {
                let problem = self.one(PROBLEMS);
                let input = (0..self.below(40)).map(|_| self.numbers() + "\n").collect();
                return (command(&["judge", problem]), input);
            }
            8 => {
                let table = self.directory.join("table").display().to_string();
                let _ = std::fs::remove_dir_all(&table);
                let shards = if self.below(2) == 0 { self.number() } else { "1".to_owned() };
                command(&["database", "build", &game, "--shards", &shards, "--out", &table, "--", &position])
            }
            9 => {
                let table = self.directory.join("table").display().to_string();
                let asked = self.one(&["verify", "count", "query", "info"]);
                command(&["database", asked, &table])
            }
            10 | 11 => command(&["eval", "--", &self.expression(5)]),
            12 => {
                let nested = self.nested();
                command(&["eval", "--", &nested])
            }
            17 => {
                let lines = (0..self.below(60)).map(|_| self.request().line() + "\n").collect();
                return (command(&["serve-stdio"]), lines);
            }
            18 => {
                let lines =
                    (0..self.below(20)).map(|_| self.expression(2).replace('\n', " ") + "\n").collect();
                return (command(&["repl"]), lines);
            }
            16 => {
                let file = self.directory.join("certificate");
                let forged = self.certificate();
                std::fs::write(&file, forged).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                command(&["verify-certificate", &file.display().to_string()])
            }
            19 => {
                let board = self.large_board();
                let words = command(&["play", board.0, "--first=opponent", "--", &board.1]);
                return (words, (0..self.below(3)).map(|_| "#1\n").collect());
            }
            20 => {
                let (game, position) = self.large_board();
                let count = self.number();
                let list = format!("[{}(\"{position}\") for n in 1..{count}]", game.replace('-', "_"));
                command(&["eval", "--", &list])
            }
            13 => command(&["eval", "--", &format!("{}(\"{position}\")", game.replace('-', "_"))]),
            _ => {
                let count = if self.below(4) == 0 { 500 } else { self.below(9) };
                let lines = (0..count).map(|_| self.expression(3).replace('\n', " ") + "\n").collect();
                return (command(&["eval"]), lines);
            }
        };
        (words, String::new())
    }

    /// Returns the code of a random game.
    pub(crate) fn code(&mut self) -> String {
        let bits = self.below(9);
        let digits = self.below(1 << bits);
        let digits: String =
            (0..=digits).map(|_| self.one(&["0", "1", "2", "3", "4", "5", "6", "7"])).collect();
        match self.below(5) {
            0 | 1 => format!("octal(0.{digits})"),
            2 => format!("hex(0.{})", digits.replace('1', "F").replace('5', "9")),
            3 => format!("partizan-octal(0.{digits}|0.{})", self.number()),
            _ => format!("subtract{{{}}}", self.numbers().trim().replace(' ', ",")),
        }
    }

    /// Returns an expression in deeply nested brackets.
    fn nested(&mut self) -> String {
        let (open, close) =
            self.one_of(&[("(", ")"), ("[", "]"), ("{", "|0}"), ("-(", ")"), ("mean(", ")"), ("{0|", "}")]);
        let depth = 1 << self.below(14);
        format!("{}{}{}", open.repeat(depth), self.expression(1), close.repeat(depth))
    }

    /// Returns a period certificate with random claims.
    fn certificate(&mut self) -> String {
        let mut text = format!("winways period certificate 1\ngame {}\n", self.code());
        for key in ["preperiod", "period", "proof", "apart", "reach", "repeats-from", "last-digit", "window"]
        {
            let value = match self.below(4) {
                0 => continue,
                1 => self.one(&["sparse", "guy-smith", "18446744073709551615 00000000"]).to_owned(),
                _ => self.number(),
            };
            text += &format!("{key} {value}\n");
        }
        text + "end\n"
    }

    /// Returns a game and a large board for it: a grid, or a graph with many edges.
    pub(crate) fn large_board(&mut self) -> (&'static str, String) {
        if self.below(3) == 0 {
            let game =
                self.one_of(&["clobber-on-graphs", "node-kayles", "arc-kayles", "cutthroat", "fjords"]);
            let vertices = 2 * self.below(129);
            let sign = if game == "clobber-on-graphs" { "xo" } else { ".." };
            return (game, format!("complete {vertices} {}", sign.repeat(vertices / 2)));
        }
        let (game, sign) = self.one_of(&[
            ("domineering", "."),
            ("nogo", "."),
            ("l-tromino-cram", "."),
            ("tac-tix", "x"),
            ("cram", "."),
            ("snort", "."),
            ("clobber", "x"),
            ("amazons", "."),
            ("isola", "."),
        ]);
        let rows = 1 + self.below(16);
        let row = sign.repeat(1 + self.below(256 / rows).min(63));
        let mut board = vec![row; rows].join("|");
        if matches!(game, "amazons" | "isola" | "clobber") && board.len() > 1 {
            board.replace_range(0..1, "x");
            board.replace_range(board.len() - 1.., "o");
        }
        (game, board)
    }

    /// Returns the name and a position of a game; the position may be damaged.
    pub(crate) fn position(&mut self) -> (String, String) {
        if self.below(4) == 0 {
            let (game, position) = self.large_board();
            return (game.to_owned(), position);
        }
        let chosen = self.below(self.examples.len());
        let (_, example) = self.examples[chosen].clone();
        let position = match self.below(3) {
            0 => self.damaged(&example[1]),
            1 => self.numbers(),
            _ => example[1].clone(),
        };
        (example[0].clone(), position)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.random.next_u64() % count.max(1) as u64) as usize
    }

    pub(crate) fn one<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        self.one_of(texts)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Returns a number of any size, usually a small one.
    pub(crate) fn number(&mut self) -> String {
        let bits = self.below(66) as u32 * self.below(2) as u32 + 3;
        match bits {
            0..64 => (self.random.next_u64() % (1 << bits)).to_string(),
            _ => self.random.next_u64().to_string(),
        }
    }

    fn numbers(&mut self) -> String {
        (0..=self.below(5)).map(|_| self.number() + " ").collect()
    }

    /// Returns a copy of `text` with random insertions, deletions or duplications.
    pub(crate) fn damaged(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(3) {
            let place = self.below(characters.len() + 1);
            match self.below(3) {
                0 => {
                    let odd = self.one(ODD);
                    characters.splice(place..place, odd.chars());
                }
                1 if place < characters.len() => {
                    characters.remove(place);
                }
                _ => {
                    let doubled = characters.clone();
                    characters.splice(place..place, doubled);
                }
            }
        }
        characters.into_iter().collect()
    }

    /// Returns a sum or a list of large boards, some of which are equal.
    fn large_boards(&mut self) -> String {
        let mut board = || {
            let (game, position) = self.large_board();
            format!("{}(\"{position}\")", game.replace('-', "_"))
        };
        let (one, other) = (board(), board());
        match self.below(3) {
            0 => format!("{one} + {other} + {one} + {one}"),
            1 => format!("[{one}, {other}, {one}, {other}]"),
            _ => format!("[{one} for n in 1..{}]", 1 + self.below(60)),
        }
    }

    pub(crate) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(5) {
                0 => "*".to_owned() + &self.number(),
                1 => "^".to_owned(),
                2 => "a".to_owned(),
                3 => self.one(ODD).to_owned(),
                _ => self.number(),
            };
        }
        if self.below(24) == 0 {
            return self.large_boards();
        }
        let mut part = || self.expression(depth - 1);
        let (one, two) = (part(), part());
        match self.below(9) {
            0 => format!("{{{one}|{two}}}"),
            1 => format!("{{{one}||{two}|{one}}}"),
            2 => format!("{one} + {two}"),
            3 => format!("{one} : {two}"),
            4 => format!("{}({one})", self.one(FUNCTIONS)),
            5 => format!("{}({one}, {two})", self.one(FUNCTIONS)),
            6 => format!("[{one}, {two}, {one}]"),
            7 => format!("[{one} for n in 0..{}]", self.number()),
            _ => format!("let a = {one}; [a, a, {two}]"),
        }
    }
}
