//! Checks that a game quickly parses any text to a position or a diagnostic whose span is within the text. The first line
//! of the input names the game.

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
            // The written text is a call, `nim(7,8)`; its argument is in the notation of the game.
            assert!(!written.is_empty());
        }
        Err(fault) => assert!(position.get(fault.span.range()).is_some(), "{fault:?}"),
    }
});
