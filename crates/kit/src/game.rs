use crate::moves::{Move, Moves};
use crate::view::{Touch, View};
use winways_notation::Diagnostic;
use winways_rules::{HeapRules, ImpartialOutcome, PairRules, Play, Player, Ruleset};
use winways_solve::{MoveFormula, PairMoveFormula, Pattern, Standing};
use winways_values::Nimber;

/// A ruleset that people can talk about: a notation, theorems, explanations, a page of documentation.
///
/// Every theorem hook answers `None` or [`Winning::Unknown`] where it has nothing to say; the engines then search.
/// Whatever a hook does say is compared with exhaustive search over the positions of [`Game::positions`], by the tests
/// and by `winways verify`.
pub trait Game: Ruleset {
    /// The documentation: rules, notation, theorems, sources.
    fn page(&self) -> &'static Page;

    /// The name with its parameter: `nim`, `octal(0.137)`, `subtract{1,3,4}`.
    fn name(&self) -> String {
        self.page().name.to_owned()
    }

    /// The name for people.
    fn title(&self) -> &str {
        self.page().title
    }

    /// The rules, in sentences or as they are written in a rule file.
    fn rules(&self) -> &str {
        self.page().rules
    }

    /// How a position is written.
    fn notation(&self) -> &str {
        self.page().notation
    }

    /// Books, papers, contest problems.
    fn sources(&self) -> Vec<&str> {
        self.page().sources.to_vec()
    }

    /// The play that its rules state; questions may ask for the other one.
    fn play(&self) -> Play {
        Play::Normal
    }

    /// What tells these rules from others: positions of games of equal identity may be added as positions of one game.
    fn identity(&self) -> String {
        self.name()
    }

    /// Reads a position in the notation of the page.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Vec<Self::Component>, Diagnostic>;

    /// The usual position to begin with; that of the page's example, unless the game overrides it.
    fn start(&self) -> Option<Vec<Self::Component>> {
        self.parse(self.page().example_position()).ok()
    }

    /// Writes a position so that [`Game::parse`] reads it back, in the form that stands in the brackets of a call:
    /// `7,8,9`, or in quotes where the notation is not a list of numbers.
    fn write(&self, position: &[Self::Component]) -> String;

    /// A move in words: `heap 7 -> 1`. Different options of a component have different names.
    fn describe_move(&self, from: &Self::Component, to: &[Self::Component]) -> String;

    /// How a position looks. Takes time and memory in proportion to the number of components, however large they are;
    /// [`crate::figures`] has the usual figures.
    fn view(&self, position: &[Self::Component]) -> View;

    /// The elements of [`Game::view`] that a move of the position changes, in order.
    fn touches(&self, position: &[Self::Component], step: &Move<Self::Component>) -> Vec<Touch>;

    /// Whose move it is, in a game where a move tells.
    fn player(&self, from: &Self::Component, to: &[Self::Component]) -> Player {
        let _ = (from, to);
        Player::Either
    }

    /// The theorem that the hooks below rest on under `play`, as it is named in answers: `Bouton 1901`.
    fn theorem(&self, play: Play) -> Option<String> {
        self.page()
            .theorems
            .iter()
            .find(|theorem| theorem.play == play)
            .map(|theorem| theorem.name.to_owned())
    }

    /// For a game on single heaps: its moves enumerated as ranges, for sequences of nim-values from the bottom up.
    ///
    /// Components must then be heaps, and [`Game::heap`] must tell their sizes.
    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// For a game on single heaps: its moves as formulas, from which values of all heaps may be proved by induction.
    ///
    /// [`Game::heap`] must tell the sizes of components.
    fn move_formulas(&self) -> Option<&[MoveFormula]> {
        None
    }

    /// For a game on pairs: its moves as formulas, from which the lost pairs may be proved by induction.
    ///
    /// [`Game::pair`] must return the numbers of components.
    fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        None
    }

    /// What a theorem says of single heaps of 0, 1, 2, … tokens, for a game whose positions can be single numbers: how the
    /// nim-values go on, under misère play the outcomes. Tables compare it with what they work out.
    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        let _ = play;
        None
    }

    /// What a theorem says of lost pairs, for a game that has [`Game::pair_rules`]; compared in the same way.
    fn pair_theorem(&self) -> Option<PairTheorem> {
        None
    }

    /// The size of a component that is a heap, for a game that has [`Game::heap_rules`] or [`Game::move_formulas`].
    fn heap(&self, component: &Self::Component) -> Option<u64> {
        let _ = component;
        None
    }

    /// The two numbers of a component, for a game on pairs; `None` for all other games.
    fn pair(&self, component: &Self::Component) -> Option<[u64; 2]> {
        let _ = component;
        None
    }

    /// For a game whose components are pairs of numbers, any two of them: its moves told for tables of pairs.
    fn pair_rules(&self) -> Option<&dyn PairRules> {
        None
    }

    /// The outcome by a theorem about whole positions.
    ///
    /// Where [`Ruleset::nim_value`] knows every component, nothing need be said for normal play.
    fn outcome(&self, position: &[Self::Component], play: Play) -> Option<ImpartialOutcome> {
        let _ = (position, play);
        None
    }

    /// By a theorem: the options of `component` with nim-value `value`, given to `found` one by one.
    ///
    /// Where the theorem says nothing, every option is tried.
    fn options_of_value(
        &self,
        component: &Self::Component,
        value: Nimber,
        found: &mut dyn FnMut(&[Self::Component]),
    ) -> Winning {
        let _ = (component, value, found);
        Winning::Unknown
    }

    /// By a theorem: the moves of `component`, which has number `index`, to options with nim-value `value`.
    ///
    /// A game whose options are too large to be built only to be counted overrides this instead of
    /// [`Game::options_of_value`].
    fn moves_to_value(
        &self,
        index: usize,
        component: &Self::Component,
        value: Nimber,
        moves: &mut Moves<Self::Component>,
    ) -> Winning {
        self.options_of_value(component, value, &mut |option| moves.push(index, option.iter().cloned()))
    }

    /// By a theorem: the winning moves of `position`, in the order of its components.
    ///
    /// Where the theorem says nothing, every option is tried.
    fn winning_moves(
        &self,
        position: &[Self::Component],
        play: Play,
        moves: &mut Moves<Self::Component>,
    ) -> Winning {
        let _ = (position, play, moves);
        Winning::Unknown
    }

    /// Why the outcome is what it is, in sentences, from the theorem's point of view; empty if there is none.
    fn explain(&self, position: &[Self::Component], play: Play, detail: Detail) -> Vec<String> {
        let _ = (position, play, detail);
        Vec::new()
    }

    /// All positions up to a size, for comparing the theorems with exhaustive search.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Self::Component>> + '_>;
}

/// Whether a theorem has told all winning moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winning {
    /// The theorem has told all of them.
    Known,
    /// The theorem says nothing; nothing was told.
    Unknown,
}

/// How much an explanation tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The reason in a line or two.
    Brief,
    /// The derivation in steps that a student can follow.
    Full,
}

/// Which pairs of numbers are lost for the player to move, by theorem.
#[derive(Clone, Copy, Debug)]
pub struct PairTheorem {
    /// In the words in which tables state what they see.
    pub statement: &'static str,
    /// The theorem and its source.
    pub standing: Standing,
    /// Whether a pair is lost.
    pub is_lost: fn(u64, u64) -> bool,
}

/// The documentation of a game.
#[derive(Debug)]
pub struct Page {
    /// The catalogue name: lower case, words joined by `-`.
    pub name: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// The text after the name, for a family of games, with its brackets: `(CODE)` in `octal(CODE)`.
    pub parameter: Option<&'static str>,
    /// The rules, in sentences.
    pub rules: &'static str,
    /// How a position is written.
    pub notation: &'static str,
    /// A position that can be solved as it stands: the game, with its parameter, and a position, not quoted.
    pub example: &'static str,
    /// What is known.
    pub theorems: &'static [Theorem],
    /// Books, papers, contest problems.
    pub sources: &'static [&'static str],
    /// Positions with their values in the common notation, from outside; the tests check them.
    pub known_values: &'static [(&'static str, &'static str)],
    /// What [`Game::positions`] enumerates for a size `N`, in words.
    pub range: &'static str,
    /// The size up to which `verify` compares unless told otherwise.
    pub default_range: u64,
}

impl Page {
    /// The position of the example, without the game and its parameter: `5 6` in `octal(0.7|0.07) 5 6`.
    pub fn example_position(&self) -> &'static str {
        let name_end = self.example.find([' ', '(', '{']).unwrap_or(self.example.len());
        let rest = &self.example[name_end..];
        let parameter_end = match rest.chars().next() {
            Some('(') => rest.find(')').map_or(0, |end| end + 1),
            Some('{') => rest.find('}').map_or(0, |end| end + 1),
            _ => 0,
        };
        rest[parameter_end..].trim()
    }
}

/// A theorem about a game.
#[derive(Debug)]
pub struct Theorem {
    /// Short: `Bouton 1901`.
    pub name: &'static str,
    /// The play it is about.
    pub play: Play,
    /// What it says.
    pub statement: &'static str,
}
