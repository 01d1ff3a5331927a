//! Domineering: `cargo bench -p winways-games --bench domineering [NAME]`.
//!
//! The benchmark first times the moves alone (splitting, cropping, representatives), then values computed by memoised recursion.
//! The comparison shows the share of time spent on moves.

use hashbrown::HashMap;
use std::hint::black_box;
use std::time::Instant;
use winways_games::grids::clobber::CLOBBER;
use winways_games::grids::col::COL;
use winways_games::grids::domineering::{DOMINEERING, DominoRegion};
use winways_games::grids::snort::SNORT;
use winways_games::strips::toads_and_frogs::TOADS_AND_FROGS;
use winways_kit::{PartizanGame, WholePositions};
use winways_rules::{Options, PartizanRuleset, Side, Sign};
use winways_values::{Arena, ArenaError, Game, Session};

fn main() -> Result<(), ArenaError> {
    let filter: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |name: &str| filter.is_empty() || filter.iter().any(|part| name.contains(part));
    if wanted("moves 5x4") {
        moves(5, 4);
    }
    if wanted("subsets 5x4") {
        for _ in 0..3 {
            subsets(5, 4)?;
        }
    }
    for (width, height) in [(4, 4), (6, 4), (5, 5), (7, 4)] {
        if wanted(&format!("board {width}x{height}")) {
            board(width, height)?;
        }
    }
    if wanted("clobber") {
        other("clobber 4x4", &CLOBBER, "xoxo|oxox|xoxo|oxox")?;
        other("clobber 2x10", &CLOBBER, "xoxoxoxoxo|oxoxoxoxox")?;
    }
    if wanted("toads") {
        other("toads", &TOADS_AND_FROGS, "tttttt....ffffff")?;
    }
    if wanted("snort") {
        other("snort 4x4", &SNORT, "....|....|....|....")?;
        other("col 4x4", &COL, "....|....|....|....")?;
    }
    for (width, height) in [(6, 5), (8, 4)] {
        if filter.iter().any(|part| *part == format!("{width}x{height}")) {
            board(width, height)?;
        }
    }
    Ok(())
}

/// Returns the component of an empty board: a position as the engine receives it.
fn empty(width: usize, height: usize) -> DominoRegion {
    let text = vec![".".repeat(width); height].join("|");
    DOMINEERING.components(&DOMINEERING.parse(&text).expect("a board"))[0]
}

/// Times all subsets of a board: first the regions and their representatives, then all their options.
fn moves(width: u32, height: u32) {
    let start = Instant::now();
    let (mut regions, mut checksum) = (Vec::new(), 0u64);
    for cells in 0..1u64 << (width * height) {
        for mut region in DominoRegion::regions_of_rows(cells, width as u8) {
            let sign = DOMINEERING.canonicalise_value(&mut region);
            checksum = checksum.wrapping_add(region.cells() ^ sign as u64);
            regions.push(region);
        }
    }
    let time = start.elapsed();
    let positions = 1u64 << (width * height);
    println!(
        "moves {width}x{height}: splitting and representatives {:.1} ns a position, {:.1} ns a region; {} regions, checksum {checksum:x}",
        time.as_nanos() as f64 / positions as f64,
        time.as_nanos() as f64 / regions.len() as f64,
        regions.len()
    );
    let mut options = Options::new();
    let (mut count, start) = (0, Instant::now());
    for region in &regions {
        for side in Side::BOTH {
            DOMINEERING.options(region, side, &mut options).unwrap();
        }
        for part in options.components_from_mut(0) {
            black_box(DOMINEERING.canonicalise_value(part));
        }
        count += options.len();
        options.clear();
    }
    println!(
        "moves {width}x{height}: options with representatives {:.1} ns each; {count} options",
        start.elapsed().as_nanos() as f64 / count as f64
    );
}

/// Computes values of components by plain recursion.
struct Values<'r, R: PartizanRuleset> {
    rules: &'r R,
    memo: HashMap<R::Component, Game, foldhash::fast::FixedState>,
    options: Options<R::Component>,
    lists: [Vec<Game>; 2],
}

impl<'r, R: PartizanRuleset> Values<'r, R> {
    fn new(rules: &'r R) -> Self {
        Values { rules, memo: HashMap::default(), options: Options::new(), lists: [Vec::new(), Vec::new()] }
    }

    fn value(&mut self, session: &mut Session<'_>, region: R::Component) -> Result<Game, ArenaError> {
        let mut region = region;
        let sign = self.rules.canonicalise_value(&mut region);
        let value = match self.memo.get(&region) {
            Some(&known) => known,
            None => self.search(session, region)?,
        };
        Ok(if sign == Sign::Negative { -value } else { value })
    }

    fn search(&mut self, session: &mut Session<'_>, region: R::Component) -> Result<Game, ArenaError> {
        let value = match self.rules.value_by_theorem(&region, session)? {
            Some(value) => value,
            None => {
                let starts = [self.lists[0].len(), self.lists[1].len()];
                for (list, side) in Side::BOTH.into_iter().enumerate() {
                    let first = self.options.len();
                    self.rules.options(&region, side, &mut self.options).unwrap();
                    for option in first..self.options.len() {
                        let mut sum = Game::ZERO;
                        for part in 0..self.options.get(option).len() {
                            let part = self.options.get(option)[part].clone();
                            let value = self.value(session, part)?;
                            sum = if sum == Game::ZERO { value } else { session.add(sum, value)? };
                        }
                        self.lists[list].push(sum);
                    }
                    self.options.truncate(first);
                }
                let form = session.form(&self.lists[0][starts[0]..], &self.lists[1][starts[1]..])?;
                self.lists[0].truncate(starts[0]);
                self.lists[1].truncate(starts[1]);
                form
            }
        };
        self.memo.insert(region, value);
        Ok(value)
    }
}

fn subsets(width: u32, height: u32) -> Result<(), ArenaError> {
    let (arena, start) = (Arena::default(), Instant::now());
    let mut session = arena.session();
    let (mut values, mut found) = (Values::new(&DOMINEERING), HashMap::<Game, u32>::new());
    for cells in 0..1u64 << (width * height) {
        let mut sum = Game::ZERO;
        for region in DominoRegion::regions_of_rows(cells, width as u8) {
            let value = values.value(&mut session, region)?;
            sum = session.add(sum, value)?;
        }
        *found.entry(sum).or_default() += 1;
    }
    println!(
        "subsets {width}x{height}: {:.3} s; {} values, {} regions, {} records",
        start.elapsed().as_secs_f64(),
        found.len(),
        values.memo.len(),
        session.record_count()
    );
    Ok(())
}

/// Times a position of another game.
fn other<R: PartizanGame>(name: &str, rules: &R, text: &str) -> Result<(), ArenaError> {
    let (arena, start) = (Arena::default(), Instant::now());
    let mut session = arena.session();
    let mut values = Values::new(rules);
    let mut sum = Game::ZERO;
    for component in rules.components(&rules.parse(text).expect("a position")) {
        let value = values.value(&mut session, component)?;
        sum = session.add(sum, value)?;
    }
    println!(
        "{name}: {:.3} s; {} components, {} records, stops {} {}",
        start.elapsed().as_secs_f64(),
        values.memo.len(),
        session.record_count(),
        session.left_stop(sum),
        session.right_stop(sum)
    );
    Ok(())
}

fn board(width: usize, height: usize) -> Result<(), ArenaError> {
    let (arena, start) = (Arena::default(), Instant::now());
    let mut session = arena.session();
    let mut values = Values::new(&DOMINEERING);
    let value = values.value(&mut session, empty(width, height))?;
    let time = start.elapsed().as_secs_f64();
    let mut options = Options::new();
    let (mut count, again) = (0, Instant::now());
    for region in values.memo.keys() {
        for side in Side::BOTH {
            DOMINEERING.options(region, side, &mut options).unwrap();
        }
        for part in options.components_from_mut(0) {
            black_box(DOMINEERING.canonicalise_value(part));
        }
        count += options.len();
        options.clear();
    }
    println!(
        "board {width}x{height}: {time:.3} s, of which moves {:.3} s ({count} options); {} regions, {} records, stops {} {}",
        again.elapsed().as_secs_f64(),
        values.memo.len(),
        session.record_count(),
        session.left_stop(value),
        session.right_stop(value)
    );
    Ok(())
}
