//! The nim-values of the heaps of a game, and the proof of their period.
//!
//! `cargo run -p winways --example table`

use winways::tables::{HeapTable, Keep};
use winways::{Budget, Catalogue, NoObserver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kayles = Catalogue::new().game("kayles")?;
    let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &NoObserver)?;
    table.extend_to(1000, &NoObserver)?;
    let values: Vec<String> =
        (0..20).filter_map(|heap| table.value(heap)).map(|value| value.to_string()).collect();
    println!("{}: {} ...", kayles.name(), values.join(" "));
    if let Some(pattern) = table.pattern() {
        println!("period {} from heap {} on, {}", pattern.period, pattern.preperiod, pattern.status);
    }
    println!("heap 10^18 has value {:?}", table.value(1_000_000_000_000_000_000));
    Ok(())
}
