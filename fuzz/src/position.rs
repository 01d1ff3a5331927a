//! The first line names a game; any text after it is a position that reads back, or a diagnostic, and soon.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use winways::Catalogue;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

fuzz_target!(|text: &str| {
    let (name, position) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(game) = CATALOGUE.game(name) else { return };
    match game.parse(position) {
        Ok(read) => {
            let written = read.text();
            // What is written is a call, `nim(7,8)`; its inside is the notation of the game.
            assert!(!written.is_empty());
        }
        Err(fault) => assert!(position.get(fault.span.range()).is_some(), "{fault:?}"),
    }
});
