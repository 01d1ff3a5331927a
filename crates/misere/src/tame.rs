//! Tame games: sums that follow the rule of Nim under misère play.

use crate::components::Components;
use crate::forms::{Form, Forms};
use crate::genus::Genus;
use crate::heaps::Heaps;
use hashbrown::HashMap;
use std::collections::BTreeSet;
use winways_rules::Side;
use winways_solve::{InternedRules, Ledger, Progress, StopReason};

/// A class of games by the behaviour of their genera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tameness {
    /// The tame options alone give the game the genus of a Nim position. Every other option has a reverting move: a move to a
    /// tame game with the genus of this game. Sums of such games follow the rule of Nim.
    Tame,
    /// All options are tame, but the game is not. Its nim-value is at least 2, and its misère value is 0 or 1.
    Restive,
    /// All options are tame, but the game is neither tame nor restive.
    Restless,
    /// The game and some of its options are not tame.
    Wild,
}

/// The known behaviour of a position.
#[derive(Clone, Debug)]
enum Class {
    Tame {
        genus: Genus,
        /// `true` if a follower is wild. Then a reverting move answers each move to such a position.
        has_wild_followers: bool,
    },
    /// A position that is not known to be tame, with the genera of its tame options.
    Wild(BTreeSet<Genus>),
}

impl Class {
    /// Returns the class of a position with options of these classes.
    ///
    /// A tame position has the genus that its tame options determine. Moves to wild options do not help, since a reverting move
    /// leads back to the same genus. A position is wild if all its options are wild: the empty set of tame options would give
    /// it the genus of a position without moves.
    fn of_options(options: &[Class]) -> Class {
        let tame: BTreeSet<Genus> = options.iter().filter_map(|option| option.genus().cloned()).collect();
        let genus = Genus::of_options(&tame);
        let reverts = |option: &Class| match option {
            Class::Tame { .. } => true,
            Class::Wild(answers) => answers.contains(&genus),
        };
        let has_tame_move = !tame.is_empty() || options.is_empty();
        if !has_tame_move || !genus.is_of_nim() || !options.iter().all(reverts) {
            return Class::Wild(tame);
        }
        Class::Tame { genus, has_wild_followers: options.iter().any(Class::has_wild_followers) }
    }

    /// Derives the class of a sum from the classes of its parts.
    fn of_sum(parts: &[Class]) -> Class {
        let tame = Genus::of_tame_sum(parts.iter().filter_map(Class::genus)).unwrap_or(Genus::of_nim_heap(0));
        let mut wild = parts.iter().filter_map(|part| match part {
            Class::Tame { .. } => None,
            Class::Wild(answers) => Some(answers),
        });
        match (wild.next(), wild.next()) {
            (None, _) => {
                let has_wild_followers = parts.iter().any(Class::has_wild_followers);
                Class::Tame { genus: tame, has_wild_followers }
            }
            (Some(answers), None) => {
                Class::Wild(answers.iter().filter_map(|answer| Genus::of_tame_sum([answer, &tame])).collect())
            }
            // After any move, at least one part may still be wild.
            (Some(_), Some(_)) => Class::Wild(BTreeSet::new()),
        }
    }

    fn genus(&self) -> Option<&Genus> {
        match self {
            Class::Tame { genus, .. } => Some(genus),
            Class::Wild(_) => None,
        }
    }

    fn has_wild_followers(&self) -> bool {
        !matches!(self, Class::Tame { has_wild_followers: false, .. })
    }
}

impl Genus {
    /// Returns the genus of a sum of tame games with the given genera, or `None` if one of the genera is not the genus of a sum
    /// of Nim heaps.
    ///
    /// The result is valid only if the games are tame: see [`Tameness`].
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
    /// Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 13.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
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
        let classes = self.classes(form, ledger)?;
        let is_tame = |form: &Form| classes[form].genus().is_some();
        if is_tame(&form) {
            return Ok(Tameness::Tame);
        }
        if !self.options(form).iter().all(is_tame) {
            return Ok(Tameness::Wild);
        }
        let genus = self.genus(form, ledger)?;
        let is_restive = genus.value() >= 2 && genus.digit(0) < 2;
        Ok(if is_restive { Tameness::Restive } else { Tameness::Restless })
    }

    /// Returns the genus of a form as a string.
    ///
    /// As in the literature, a firm form that is tame only because of reverting moves is written with one digit, such as `2^{2}`. All
    /// other forms are written like their [`Genus`], such as `2^{20}`.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each follower.
    pub fn genus_symbol(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<String, StopReason> {
        let genus = self.genus(form, ledger)?;
        Ok(symbol(&genus, &self.classes(form, ledger)?[&form]))
    }

    /// Returns the classes of a form and all its followers.
    fn classes(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<HashMap<Form, Class>, StopReason> {
        let mut classes: HashMap<Form, Class> = HashMap::new();
        // The options of a form precede the form.
        for follower in self.followers(form, ledger)? {
            let options: Vec<Class> =
                self.options(follower).iter().map(|option| classes[option].clone()).collect();
            ledger.check((classes.len() * 4 * size_of::<(Form, Class)>()) as u64)?;
            ledger.spend(1 + options.len() as u64, Progress::default)?;
            classes.insert(follower, Class::of_options(&options));
        }
        Ok(classes)
    }
}

/// Returns a genus as a string: `2^{2}` for `2^{20}` if the position is tame only because of reverting moves.
fn symbol(genus: &Genus, class: &Class) -> String {
    match class {
        Class::Tame { has_wild_followers: true, .. } if !genus.is_fickle() => {
            format!("{0}^{{{0}}}", genus.value())
        }
        _ => genus.to_string(),
    }
}

/// The genera of the tame components of an impartial game.
pub struct TameComponents<'r> {
    components: Components<'r, Class>,
}

impl<'r> TameComponents<'r> {
    /// Creates an empty table for the rules of a game.
    pub fn new(rules: &'r dyn InternedRules) -> Self {
        TameComponents { components: Components::new(rules, &[Side::Left]) }
    }

    /// Returns the genus of a sum of components, or `None` if the sum is not known to be tame.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work or the rules report a fault.
    ///
    /// # Complexity
    /// Visits each reachable component once in the lifetime of the table.
    pub fn genus_of(&mut self, sum: &[u32], ledger: &Ledger<'_>) -> Result<Option<Genus>, StopReason> {
        Ok(self.class_of(sum, ledger)?.genus().cloned())
    }

    fn class_of(&mut self, sum: &[u32], ledger: &Ledger<'_>) -> Result<Class, StopReason> {
        let classes = self.components.values(sum, ledger, |options| {
            let options: Vec<Class> = options[0].iter().map(|option| Class::of_sum(option)).collect();
            Ok::<_, StopReason>(Class::of_options(&options))
        })?;
        Ok(Class::of_sum(&classes))
    }
}

/// The genera of the tame heaps of a game.
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
/// assert_eq!(tame.genus_of(&[18]).map(|genus| genus.to_string()), Some("2^{20}".to_owned()));
/// assert_eq!(tame.is_sum_previous(&[5]), Some(true));
/// assert_eq!(tame.is_sum_previous(&[2, 2]), Some(true));
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct TameHeaps {
    /// The classes of the heaps, starting at heap 0.
    classes: Vec<Class>,
}

impl TameHeaps {
    /// Determines which heaps of a game are tame.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// A few steps for each option of each heap.
    pub fn of(heaps: &Heaps, ledger: &Ledger<'_>) -> Result<TameHeaps, StopReason> {
        let mut tame = TameHeaps { classes: vec![Class::of_options(&[])] };
        for heap in 1..=heaps.last() {
            let options = heaps.options(heap);
            let bytes = tame.classes.len() * (size_of::<Class>() + 32);
            ledger.check((bytes + options.len() * size_of::<Class>()) as u64)?;
            ledger.spend(1 + 2 * options.len() as u64, || Progress::new(heap.into(), 0, bytes as u64))?;
            let options: Vec<Class> = options.iter().filter_map(|option| tame.class_of(option)).collect();
            tame.classes.push(Class::of_options(&options));
        }
        Ok(tame)
    }

    /// Returns the genus of a sum of heaps, or `None` if the sum is not known to be tame.
    pub fn genus_of(&self, sum: &[u32]) -> Option<Genus> {
        self.class_of(sum)?.genus().cloned()
    }

    /// Returns `Some(true)` if the player to move loses the sum under misère play, or `None` if the sum is not known to be
    /// tame.
    pub fn is_sum_previous(&self, sum: &[u32]) -> Option<bool> {
        self.genus_of(sum).map(|genus| genus.is_previous())
    }

    fn class_of(&self, sum: &[u32]) -> Option<Class> {
        let parts: Option<Vec<Class>> =
            sum.iter().map(|&heap| self.classes.get(heap as usize).cloned()).collect();
        Some(Class::of_sum(&parts?))
    }
}
