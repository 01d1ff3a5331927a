//! Writes values in the notation of the literature.

use super::tree::{Labels, Unfolding};
use crate::graph::{Graph, Player, stopper_vertices};
use crate::loopies::{Form, Loopies, Loopy, Stopper};
use hashbrown::HashMap;
use winways_solve::{Ledger, StopReason};
use winways_values::{Dyadic, Game, Session};

impl Loopies {
    /// The maximum length of the text of one side of a value, in bytes.
    pub const LONGEST_TEXT: u64 = 1 << 16;

    /// Returns the text of a value in the notation of the literature. The calculator parses the text as an equal value.
    ///
    /// The text depends only on the value, not on the arena, if both sides are stoppers.
    ///
    /// # Errors
    /// Returns [`StopReason::Text`] if the text is too long or nested too deeply, or another [`StopReason`] if the ledger stops
    /// the work.
    ///
    /// # Complexity
    /// O(n²) steps for n followers, plus the length of the text, which repeats a follower wherever it occurs.
    ///
    /// ```
    /// use winways_loopy::{Loopies, Loopy};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// use winways_values::Arena;
    ///
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let arena = Arena::default();
    /// let (mut loopies, mut session) = (Loopies::new(), arena.session());
    /// let tis = loopies.named("tis", &ledger)?.unwrap_or(Loopy::ZERO);
    /// assert_eq!(loopies.text(tis, &mut session, &ledger)?, "1 & 0");
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn text(
        &mut self,
        value: Loopy,
        session: &mut Session<'_>,
        ledger: &Ledger<'_>,
    ) -> Result<String, StopReason> {
        if self.is_dud(value) {
            return Ok("dud".to_owned());
        }
        let mut labels = Labels::default();
        let onside = self.text_of_form(value.onside(), &mut labels, session, ledger)?;
        if value.is_stopper() {
            return Ok(onside);
        }
        let offside = self.text_of_form(value.offside(), &mut labels, session, ledger)?;
        Ok(format!("{onside} & {offside}"))
    }

    fn text_of_form(
        &mut self,
        form: Form,
        labels: &mut Labels,
        session: &mut Session<'_>,
        ledger: &Ledger<'_>,
    ) -> Result<String, StopReason> {
        let (graph, root) = self.graph(form, ledger)?;
        let handles = self.handles(form, &graph, ledger)?;
        let atoms = self.atoms(&handles, session, ledger)?;
        if let Some(text) = &atoms[root as usize] {
            return Ok(text.clone());
        }
        let unfolding = Unfolding { graph: &graph, atoms: &atoms };
        let text = unfolding.tree(root).map(|tree| labels.text(&tree));
        text.filter(|text| text.len() as u64 <= Loopies::LONGEST_TEXT).ok_or_else(|| StopReason::Text {
            limit: Loopies::LONGEST_TEXT,
            value: format!("with {} followers", graph.len()),
        })
    }

    /// Returns the stopper of each vertex of the graph of a form, or `None` for a vertex that is not a stopper.
    fn handles(
        &mut self,
        form: Form,
        graph: &Graph,
        ledger: &Ledger<'_>,
    ) -> Result<Vec<Option<Stopper>>, StopReason> {
        if let Form::Stopper(stopper) = form {
            return Ok(self.followers(stopper, ledger)?.into_iter().map(Some).collect());
        }
        let is_stopper = stopper_vertices(graph);
        let stoppers: Vec<u32> = graph.vertices().filter(|&vertex| is_stopper[vertex as usize]).collect();
        let (part, numbers) = graph.reachable_from(&stoppers);
        let found = self.intern(&part, ledger)?;
        Ok(numbers.iter().map(|&place| found.get(place as usize).copied()).collect())
    }

    /// Returns the texts of the stoppers that need no braces.
    fn atoms(
        &mut self,
        handles: &[Option<Stopper>],
        session: &mut Session<'_>,
        ledger: &Ledger<'_>,
    ) -> Result<Vec<Option<String>>, StopReason> {
        let uponth = self.uponth(ledger)?;
        let games = self.games(handles.iter().flatten().copied().collect(), session)?;
        let atom = |&handle: &Option<Stopper>| match handle? {
            handle if handle == uponth => Some("uponth".to_owned()),
            handle => match games.get(&handle) {
                Some(&game) => short_text(session.as_number_up_star(game)?),
                None => self.name_of(handle, &games, session),
            },
        };
        Ok(handles.iter().map(atom).collect())
    }

    /// Returns the name of a stopper that is not a short game, prefixed with the number added to it, such as `over` or `5over`.
    fn name_of(
        &self,
        stopper: Stopper,
        games: &HashMap<Stopper, Game>,
        session: &mut Session<'_>,
    ) -> Option<String> {
        let mut starred = |option: Stopper| match session.as_number_up_star(*games.get(&option)?)? {
            (number, 0, 1) => Some(number),
            _ => None,
        };
        match (self.options(Player::Left, stopper), self.options(Player::Right, stopper)) {
            (&[left], []) if left == stopper => Some("on".to_owned()),
            ([], &[right]) if right == stopper => Some("off".to_owned()),
            (&[left], &[right]) if right == stopper => named("over", self.as_number(left)?),
            (&[left], &[right]) if left == stopper && self.as_number(right).is_some() => {
                named("under", self.as_number(right)?)
            }
            (&[left], &[right]) if left == stopper => named("upon", &starred(right)?),
            (&[one, other], &[right]) if [one, other].contains(&stopper) && [one, other].contains(&right) => {
                named("upon*", self.as_number(right)?)
            }
            _ => None,
        }
    }
}

/// Prefixes a name with the number added to it. Omits the number if it is 0.
fn named(name: &str, number: &Dyadic) -> Option<String> {
    Some(match number.sign() {
        std::cmp::Ordering::Less => format!("{number}+{name}"),
        std::cmp::Ordering::Equal => name.to_owned(),
        std::cmp::Ordering::Greater => format!("{number}{name}"),
    })
}

/// Returns the text of a number plus ups plus a nimber.
fn short_text((number, ups, nimber): (Dyadic, i64, u128)) -> Option<String> {
    let sign = if ups < 0 { "v" } else { "^" };
    let ups = match ups.unsigned_abs() {
        count @ 0..=2 => sign.repeat(count as usize),
        count => format!("{sign}{count}"),
    };
    let nimber = match nimber {
        0 => String::new(),
        1 => "*".to_owned(),
        size => format!("*{size}"),
    };
    Some(match (number.is_zero(), ups.is_empty() && nimber.is_empty()) {
        (_, true) => number.to_string(),
        (true, false) => format!("{ups}{nimber}"),
        (false, false) => format!("{number}+{ups}{nimber}"),
    })
}
