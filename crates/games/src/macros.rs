//! Macros for files of games: lists of games, pages, claims, and the notation of heaps.

/// Declares the modules of the games in a folder and lists their entries in the given order.
macro_rules! games {
    ($($game:ident),* $(,)?) => {
        $(pub mod $game;)*

        /// The entries of the games in this folder, in the order in which `games!` lists them.
        pub(crate) static ENTRIES: &[&[winways_kit::Entry]] = &[$($game::ENTRIES),*];
    };
}

/// The text of a file in the folder `pages`.
macro_rules! page_text {
    ($file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/pages/", $file, ".page"))
    };
}

/// The page of a game, from its file in the folder `pages`.
macro_rules! page {
    ($file:literal) => {
        winways_rulefile::page!(page_text!($file))
    };
}

/// The claim of a file in the folder `pages`, given its name and the function that checks it.
macro_rules! claim {
    ($file:literal, $name:literal, $check:expr) => {
        winways_rulefile::claim!(page_text!($file), $name, $check)
    };
}

/// The methods of [`winways_kit::Game`] that present heaps to users: the notation, the names of moves and the view.
///
/// The arguments are the description of a number in messages, the word for a heap in the names of moves, and the view.
macro_rules! positions_are_heaps {
    () => {
        positions_are_heaps!("a heap size", "heap", View::heaps);
    };
    ($what:literal, $heap:literal, $view:path) => {
        fn parse(&self, text: &str) -> Result<Vec<u64>, winways_notation::Diagnostic> {
            winways_notation::Scanner::new(text).numbers($what)
        }

        positions_are_heaps!(write $heap, $view);
    };
    (write $heap:literal, $view:path) => {
        fn write(&self, position: &[u64]) -> String {
            winways_kit::heaps::write(position)
        }

        fn describe_move(&self, from: &u64, to: &[u64]) -> String {
            winways_kit::heaps::describe_part($heap, *from, to)
        }

        fn view(&self, position: &[u64]) -> winways_kit::view::View {
            $view(position)
        }

        fn touches(&self, _: &[u64], step: &winways_kit::Move<u64>) -> Vec<winways_kit::view::Touch> {
            vec![winways_kit::view::Touch::heap(step.component)]
        }
    };
}

/// The methods of [`winways_kit::Game`] for a game on heaps with [`winways_rules::HeapRules`] whose positions are sums of up to three
/// heaps.
macro_rules! heaps_have_rules {
    () => {
        fn heap_rules(&self) -> Option<&dyn winways_rules::HeapRules> {
            Some(self)
        }

        fn heap(&self, component: &u64) -> Option<u64> {
            Some(*component)
        }

        fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
            winways_kit::heaps::multisets(3, up_to)
        }
    };
}

/// Declares the page and the catalogue entry of a game. The page comes from its file in `pages`; the entry contains the
/// constructor, and any claims that the methods of `Game` do not already cover.
macro_rules! game {
    ($file:literal, $make:expr) => {
        game!($file, $make, &[]);
    };
    ($file:literal, $make:expr, $claims:expr) => {
        pub(super) static PAGE: winways_kit::Page = page!($file);

        pub(crate) const ENTRIES: &[winways_kit::Entry] =
            &[winways_kit::Entry { page: &PAGE, make: $make, claims: $claims }];
    };
}
