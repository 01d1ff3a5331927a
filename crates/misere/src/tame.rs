//! Tame games: sums that follow the rule of Nim under misère play.

use crate::components::Components;
use crate::forms::{Form, Forms};
use crate::genus::Genus;
use crate::heaps::Heaps;
use winways_rules::Side;
use winways_solve::{InternedRules, Ledger, Progress, StopReason};

/// A class of games by the behaviour of their genera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tameness {
    /// The game and all its followers have genera of sums of Nim heaps. Sums of such games follow the rule of Nim.
    Tame,
    /// All options are tame, the game is not, its nim-value is at least 2, and its misère value is 0 or 1.
    Restive,
    /// All options are tame, and the game is neither tame nor restive.
    Restless,
    /// Some option is not tame.
    Wild,
}

impl Genus {
    /// Returns the genus of a sum of tame games with the given genera, or `None` if one of them is not of a sum of Nim heaps.
    ///
    /// The genera decide only if every follower of every game has the genus of a sum of Nim heaps too.
    ///
    /// Source: J. H. Conway, *On Numbers and Games*, chapter 12.
    ///
    /// ```
    /// use winways_misere::Genus;
    /// let (two, three) = (Genus::of_nim_heap(2), Genus::of_nim_heap(3));
    /// assert_eq!(Genus::of_tame_sum([&two, &three]).map(|sum| sum.to_string()), Some("1^{13}".to_owned()));
    /// assert_eq!(Genus::of_tame_sum([]).map(|sum| sum.to_string()), Some("0^{120}".to_owned()));
    /// ```
    pub fn of_tame_sum<'g>(genera: impl IntoIterator<Item = &'g Genus>) -> Option<Genus> {
        let (mut value, mut is_fickle) = (0, true);
        for genus in genera {
            if !genus.is_of_nim() {
                return None;
            }
            value ^= genus.value();
            is_fickle &= genus.is_fickle();
        }
        Some(if is_fickle { Genus::of_nim_heap(value) } else { Genus::firm(value) })
    }
}

impl Forms {
    /// Returns the class of a form by the genera of its followers.
    ///
    /// Source of the names: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 13. The book also calls a game tame if its
    /// wild options have reverting moves; this function does not.
    ///
    /// # Errors
    /// The reason for which the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each follower.
    ///
    /// ```
    /// use winways_misere::{Forms, Tameness};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut forms = Forms::new();
    /// let class = |text: &str, forms: &mut Forms| {
    ///     let form = forms.parse(text, &ledger).unwrap();
    ///     forms.tameness(form, &ledger)
    /// };
    /// assert_eq!(class("*[2#]", &mut forms)?, Tameness::Tame);
    /// assert_eq!(class("*[2#0]", &mut forms)?, Tameness::Restless);
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn tameness(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<Tameness, StopReason> {
        let genus = self.genus(form, ledger)?;
        for follower in self.followers(form, ledger)? {
            if follower != form && !self.genus(follower, ledger)?.is_of_nim() {
                return Ok(Tameness::Wild);
            }
        }
        Ok(match (genus.is_of_nim(), genus.value() >= 2 && genus.digit(0) < 2) {
            (true, _) => Tameness::Tame,
            (false, true) => Tameness::Restive,
            (false, false) => Tameness::Restless,
        })
    }
}

/// The genera of components of an impartial game, as long as they are tame.
pub struct TameComponents<'r> {
    components: Components<'r, Genus>,
}

/// The reason for which the genus of a component is not found.
enum Halt {
    Wild,
    Stopped(StopReason),
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Halt::Stopped(reason)
    }
}

impl<'r> TameComponents<'r> {
    /// Creates an empty table for the rules of a game.
    pub fn new(rules: &'r dyn InternedRules) -> Self {
        TameComponents { components: Components::new(rules, &[Side::Left]) }
    }

    /// Returns the genus of a sum of components, or `None` if a component is not tame.
    ///
    /// # Errors
    /// The reason for which the ledger stops the work, or a fault of the rules.
    ///
    /// # Complexity
    /// Visits each component that play can lead to once in the life of the table.
    pub fn genus_of(&mut self, sum: &[u32], ledger: &Ledger<'_>) -> Result<Option<Genus>, StopReason> {
        let genera = self.components.values(sum, ledger, |options| {
            let sums: Option<Vec<Genus>> = options[0].iter().map(Genus::of_tame_sum).collect();
            let genus = Genus::of_options(&sums.ok_or(Halt::Wild)?);
            if genus.is_of_nim() { Ok(genus) } else { Err(Halt::Wild) }
        });
        match genera {
            Ok(genera) => Ok(Genus::of_tame_sum(&genera)),
            Err(Halt::Wild) => Ok(None),
            Err(Halt::Stopped(reason)) => Err(reason),
        }
    }
}

/// The heaps of a game up to the first one that is not tame.
///
/// ```
/// use winways_misere::{Heaps, TameHeaps};
/// use winways_solve::{Budget, Ledger, NoObserver};
/// // A move takes one to three tokens.
/// let mut heaps = Heaps::new();
/// for heap in 1..=20u32 {
///     heaps.push((1..=3.min(heap)).map(|taken| vec![heap - taken])).unwrap();
/// }
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let tame = TameHeaps::of(&heaps, &ledger)?;
/// assert_eq!((tame.last(), tame.first_wild()), (20, None));
/// assert_eq!(tame.is_sum_previous(&[5]), Some(true));
/// assert_eq!(tame.is_sum_previous(&[2, 2]), Some(true));
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct TameHeaps {
    /// The genera of the heaps from 0, all of them tame.
    genera: Vec<Genus>,
    /// The genus of the next heap, if it is known not to be tame.
    wild: Option<Genus>,
}

impl TameHeaps {
    /// Computes the genera of the heaps of a game, up to the first heap that is not tame.
    ///
    /// # Errors
    /// The reason for which the ledger stops the work.
    ///
    /// # Complexity
    /// A few steps for each option of each heap.
    pub fn of(heaps: &Heaps, ledger: &Ledger<'_>) -> Result<TameHeaps, StopReason> {
        let mut tame = TameHeaps { genera: vec![Genus::of_nim_heap(0)], wild: None };
        for heap in 1..=heaps.last() {
            let options = heaps.options(heap);
            let bytes = tame.genera.len() * (size_of::<Genus>() + 32);
            ledger.check((bytes + options.len() * size_of::<Genus>()) as u64)?;
            ledger.spend(1 + 2 * options.len() as u64, || Progress::new(heap.into(), 0, bytes as u64))?;
            let of_options: Option<Vec<Genus>> = options.iter().map(|option| tame.genus_of(option)).collect();
            let genus = Genus::of_options(&of_options.unwrap_or_default());
            if !genus.is_of_nim() {
                tame.wild = Some(genus);
                break;
            }
            tame.genera.push(genus);
        }
        Ok(tame)
    }

    /// Returns the last heap that is known to be tame.
    pub fn last(&self) -> u32 {
        self.genera.len() as u32 - 1
    }

    /// Returns the first heap that is not tame with its genus, if one was found. All smaller heaps are tame.
    pub fn first_wild(&self) -> Option<(u32, &Genus)> {
        self.wild.as_ref().map(|genus| (self.genera.len() as u32, genus))
    }

    /// Returns the genera of the tame heaps from 0.
    pub fn genera(&self) -> &[Genus] {
        &self.genera
    }

    /// Returns the genus of a sum, or `None` if a heap is not known to be tame.
    pub fn genus_of(&self, sum: &[u32]) -> Option<Genus> {
        let genera: Option<Vec<&Genus>> = sum.iter().map(|&heap| self.genera.get(heap as usize)).collect();
        Genus::of_tame_sum(genera?)
    }

    /// Returns whether the player to move loses the sum under misère play, or `None` if a heap is not known to be tame.
    pub fn is_sum_previous(&self, sum: &[u32]) -> Option<bool> {
        self.genus_of(sum).map(|genus| genus.is_previous())
    }
}
