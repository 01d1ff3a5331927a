use crate::about::About;
use crate::moves::{Move, Moves};
use crate::view::{Touch, View};
use winways_notation::Diagnostic;
use winways_rules::{HeapRules, ImpartialOutcome, PairRules, Play, Player, Ruleset};
use winways_solve::{MoveFormula, PairMoveFormula, Pattern, Standing};
use winways_values::Nimber;

/// An impartial ruleset with a notation, theorems, explanations and a page of documentation.
///
/// Every theorem hook returns `None` or [`Winning::Unknown`] where no theorem applies, and the engines then search. The tests and
/// `winways verify` compare all results of the hooks with exhaustive search over the positions of [`Game::positions`].
pub trait Game: Ruleset {
    /// Returns the documentation: rules, notation, theorems, sources.
    fn page(&self) -> &'static Page;

    /// Returns the name with its parameter: `nim`, `octal(0.137)`, `subtract{1,3,4}`.
    fn name(&self) -> String {
        self.page().name.to_owned()
    }

    /// Returns the full description. Override it if more than the name depends on a parameter or a rule file.
    fn about(&self) -> About {
        About::new(self.page(), self.name())
    }

    /// Parses a position in the notation of the page.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Vec<Self::Component>, Diagnostic>;

    /// Returns the usual starting position. The default is the example.
    fn start(&self) -> Option<Vec<Self::Component>> {
        self.parse(&self.about().example).ok()
    }

    /// Writes a position in the form that a call takes between brackets: `7,8,9`, or a quoted string if the notation is not a
    /// list of numbers. [`Game::parse`] reads it back.
    fn write(&self, position: &[Self::Component]) -> String;

    /// Describes a move: `heap 7 -> 1`. Different options of a component have different descriptions.
    fn describe_move(&self, from: &Self::Component, to: &[Self::Component]) -> String {
        format!("{} -> {}", self.write(std::slice::from_ref(from)), self.write(to))
    }

    /// Returns the view of a position. The cost is proportional to the number of components, however large they are.
    /// [`crate::figures`] provides the common figures. The default is an empty view, for the rules of a [`crate::WholeGame`],
    /// which provides the views of its positions itself.
    fn view(&self, position: &[Self::Component]) -> View {
        let _ = position;
        View::default()
    }

    /// Returns the elements of [`Game::view`] that a move of the position changes, in order.
    fn touches(&self, position: &[Self::Component], step: &Move<Self::Component>) -> Vec<Touch> {
        let _ = (position, step);
        Vec::new()
    }

    /// Returns `true` if the players have different moves although the positions have nim-values. [`Game::player`] then returns
    /// the player of each move.
    fn has_owned_moves(&self) -> bool {
        false
    }

    /// Returns the player who can make this move. If [`Game::has_owned_moves`] is `false`, both can.
    fn player(&self, from: &Self::Component, to: &[Self::Component]) -> Player {
        let _ = (from, to);
        Player::Either
    }

    /// Returns the name of the theorem behind the hooks below under `play`, as cited in answers: `Bouton 1901`.
    fn theorem(&self, play: Play) -> Option<String> {
        self.page()
            .theorems
            .iter()
            .find(|theorem| theorem.play == play)
            .map(|theorem| theorem.name.to_owned())
    }

    /// Returns the moves of a game on single heaps, enumerated as ranges, for computing nim-value sequences from the bottom up.
    ///
    /// Components must be heaps, and [`Game::heap`] must return their sizes.
    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// Returns the moves of a game on single heaps as formulas, from which the values of all heaps may be proved by induction.
    ///
    /// [`Game::heap`] must return the sizes of components.
    fn move_formulas(&self) -> Option<&[MoveFormula]> {
        None
    }

    /// Returns the moves of a game on pairs as formulas, from which the lost pairs may be proved by induction.
    ///
    /// [`Game::pair`] must return the numbers of components.
    fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        None
    }

    /// Returns the moves of a game on single numbers that rise up to a bound, as heap rules: heap m stands for the number at
    /// distance m from the bound.
    fn distance_rules(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// Returns the distance of a component to the bound, for a game with [`Game::distance_rules`], or `None` beyond the bound.
    fn distance(&self, component: &Self::Component) -> Option<u64> {
        let _ = component;
        None
    }

    /// Returns the pattern that a theorem states for single heaps of 0, 1, 2, … tokens, for games whose positions can be single
    /// numbers. It is a pattern of nim-values, or of outcomes under misère play. Tables compare it with the computed values.
    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        let _ = play;
        None
    }

    /// Returns the theorem's statements about single heaps of 0, 1, 2, … tokens, in the wording of tables: `g(n) = n`. Override
    /// it for games without [`Game::heap_theorem`] whose values a theorem gives.
    fn heap_statements(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the theorem about lost pairs, for a game with [`Game::pair_rules`]. Tables compare it with the computed values.
    fn pair_theorem(&self) -> Option<PairTheorem> {
        None
    }

    /// Returns the size of a component that is a heap, for a game with [`Game::heap_rules`] or [`Game::move_formulas`].
    fn heap(&self, component: &Self::Component) -> Option<u64> {
        let _ = component;
        None
    }

    /// Returns the two numbers of a component, for a game on pairs, and `None` for all other games.
    fn pair(&self, component: &Self::Component) -> Option<[u64; 2]> {
        let _ = component;
        None
    }

    /// Returns the moves of a game whose components are arbitrary pairs of numbers, for tables of pairs.
    fn pair_rules(&self) -> Option<&dyn PairRules> {
        None
    }

    /// Returns the outcome given by a theorem about complete positions.
    ///
    /// Normal play needs no override if [`Ruleset::nim_value`] returns a value for every component.
    fn outcome(&self, position: &[Self::Component], play: Play) -> Option<ImpartialOutcome> {
        let _ = (position, play);
        None
    }

    /// Passes the options of `component` with nim-value `value` to `found`, one by one, if a theorem determines them.
    ///
    /// If the theorem does not apply, the caller tries every option.
    fn options_of_value(
        &self,
        component: &Self::Component,
        value: Nimber,
        found: &mut dyn FnMut(&[Self::Component]),
    ) -> Winning {
        let _ = (component, value, found);
        Winning::Unknown
    }

    /// Adds the moves of component number `index`, `component`, to options with nim-value `value`, if a theorem determines them.
    ///
    /// Override this instead of [`Game::options_of_value`] if building every option only to count it would be too expensive.
    fn moves_to_value(
        &self,
        index: usize,
        component: &Self::Component,
        value: Nimber,
        moves: &mut Moves<Self::Component>,
    ) -> Winning {
        self.options_of_value(component, value, &mut |option| moves.push(index, option.iter().cloned()))
    }

    /// Adds the winning moves of `position`, in the order of its components, if a theorem determines them.
    ///
    /// If the theorem does not apply, the caller tries every option.
    fn winning_moves(
        &self,
        position: &[Self::Component],
        play: Play,
        moves: &mut Moves<Self::Component>,
    ) -> Winning {
        let _ = (position, play, moves);
        Winning::Unknown
    }

    /// Explains the outcome with the theorem, in sentences. Returns an empty list if there is no explanation.
    fn explain(&self, position: &[Self::Component], play: Play, detail: Detail) -> Vec<String> {
        let _ = (position, play, detail);
        Vec::new()
    }

    /// Returns all positions up to a size, for comparing the theorems with exhaustive search.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Self::Component>> + '_>;
}

/// The result of a theorem hook that lists moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winning {
    /// The theorem applies, and all moves were added.
    Known,
    /// The theorem does not apply, and no move was added.
    Unknown,
}

/// The level of detail of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The reason in a line or two.
    Brief,
    /// The derivation in steps that a student can follow.
    Full,
}

/// A theorem that states which pairs of numbers are lost for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct PairTheorem {
    /// The statement, in the words that tables use for observed patterns.
    pub statement: &'static str,
    /// The theorem and its source.
    pub standing: Standing,
    /// Returns `true` if a pair is lost.
    pub is_lost: fn(u64, u64) -> bool,
}

/// The documentation of a game.
#[derive(Debug)]
pub struct Page {
    /// The catalogue name: lower case, words joined by `-`.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The text after the name of a family of games, with its brackets: `(CODE)` in `octal(CODE)`.
    pub parameter: Option<&'static str>,
    /// The rules, in sentences.
    pub rules: &'static str,
    /// The usual play. For a family of games, that of the example.
    pub play: Play,
    /// A description of the notation for positions.
    pub notation: &'static str,
    /// An example that can be solved as written: the game, with its parameter, and a position, without quotes.
    pub example: &'static str,
    /// The known theorems.
    pub theorems: &'static [Theorem],
    /// Books, papers, contest problems.
    pub sources: &'static [&'static str],
    /// Positions with their values in standard notation, from published sources. The tests check them.
    pub known_values: &'static [(&'static str, &'static str)],
    /// A description of the positions that [`Game::positions`] enumerates for a size `N`.
    pub range: &'static str,
    /// The size up to which `verify` compares by default.
    pub default_range: u64,
}

impl Page {
    /// Returns the position of the example, without the game and its parameter: `5 6` in `octal(0.7|0.07) 5 6`.
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
    /// The short name: `Bouton 1901`.
    pub name: &'static str,
    /// The play convention that the theorem is about.
    pub play: Play,
    /// The statement of the theorem.
    pub statement: &'static str,
}
