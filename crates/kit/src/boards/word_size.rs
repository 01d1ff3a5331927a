//! Games whose components are stored in words just large enough for a position.

use crate::about::About;
use crate::any::{AnyGame, AnyPosition, Properties};
use crate::check::{Check, Halt};
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_values::{Arena, ArenaError};

/// Creates a partizan game that parses each position into the smallest words that hold its components, by calling
/// [`smallest_words`]. The arguments are a name for the word type and an expression for the game that uses it.
///
/// ```ignore
/// make: |_| Ok(winways_kit::smallest_words!(W => Domineering::<W>::new())),
/// ```
#[macro_export]
macro_rules! smallest_words {
    ($word:ident => $game:expr) => {
        $crate::boards::word_size::smallest_words([
            {
                type $word = u64;
                $crate::any::partizan::shared($game)
            },
            {
                type $word = $crate::boards::word::Wide;
                $crate::any::partizan::shared($game)
            },
        ])
    };
}

/// Combines two versions of a game into one that parses each position into the smallest words that hold its components. `games`
/// are the versions for words of 64 and of 256 bits ([`crate::boards::word`]). All searches are compiled for each version. A
/// version for 128 bits would lengthen the build and benefit few positions.
pub fn smallest_words(games: [Arc<dyn AnyGame>; 2]) -> Arc<dyn AnyGame> {
    Arc::new(SmallestWords(games))
}

struct SmallestWords([Arc<dyn AnyGame>; 2]);

impl SmallestWords {
    fn one_word(&self) -> &dyn AnyGame {
        &*self.0[0]
    }
}

impl AnyGame for SmallestWords {
    fn about(&self) -> &About {
        self.one_word().about()
    }

    fn properties(&self) -> Properties {
        self.one_word().properties()
    }

    fn has_impartial_form(&self) -> bool {
        self.one_word().has_impartial_form()
    }

    fn start(&self) -> Option<Box<dyn AnyPosition>> {
        self.0.iter().find_map(|game| game.start())
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Box<dyn AnyPosition>> + '_> {
        self.one_word().positions(up_to)
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        let [one, four] = &self.0;
        one.parse(text).or_else(|_| four.parse(text))
    }

    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        let [one, four] = &self.0;
        Ok(one.charge(text, arena)? || four.charge(text, arena)?)
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        self.one_word().verify(up_to, check)
    }
}
