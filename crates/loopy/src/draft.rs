//! Games in braces whose labels may be open.

use crate::graph::{Graph, PLAYERS};
use crate::loopies::{Form, Loopies, Loopy};
use winways_solve::{Ledger, StopReason};
use winways_values::{Game, Session};

/// A game in braces whose followers may include labels of enclosing braces: `{0|a}` in `a{1|{0|a}}`.
///
/// ```
/// use winways_loopy::{Draft, DraftOption, Loopies};
/// use winways_solve::{Budget, Ledger, NoObserver};
/// use winways_values::{Arena, Game};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let arena = Arena::default();
/// let (mut loopies, mut session) = (Loopies::new(), arena.session());
/// // a{0|a}
/// let options = [vec![DraftOption::Game(Game::ZERO)], vec![DraftOption::Draft(Draft::label("a"))]];
/// let mut over = Draft::braces(options, &loopies, &mut session, &ledger)?;
/// assert_eq!(over.open_label(), Some("a"));
/// over.bind("a");
/// let over = over.value(&mut loopies, &ledger)?;
/// assert_eq!(loopies.text(over, &mut session, &ledger)?, "over");
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct Draft {
    /// The graphs with the onsides and with the offsides of the values in the braces.
    sides: [DraftSide; 2],
}

#[derive(Clone, Debug, Default)]
struct DraftSide {
    graph: Graph,
    root: u32,
    /// The open labels, each with the vertex that represents it.
    open: Vec<(String, u32)>,
}

/// An option in braces.
#[derive(Clone, Debug)]
pub enum DraftOption {
    /// A move back to the game of the braces.
    Pass,
    /// A game with open labels.
    Draft(Draft),
    /// A value.
    Loopy(Loopy),
    /// A short game.
    Game(Game),
}

impl Draft {
    /// Returns a reference, by label, to enclosing braces that are not complete yet.
    #[must_use]
    pub fn label(name: &str) -> Draft {
        let mut graph = Graph::new();
        let root = graph.add_vertex();
        let side = DraftSide { graph, root, open: vec![(name.to_owned(), root)] };
        Draft { sides: [side.clone(), side] }
    }

    /// Returns the game in braces with these options of Left and of Right.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Linear in the sizes of the graphs of the options.
    pub fn braces(
        options: [Vec<DraftOption>; 2],
        loopies: &Loopies,
        session: &mut Session<'_>,
        ledger: &Ledger<'_>,
    ) -> Result<Draft, StopReason> {
        let mut sides = [DraftSide::default(), DraftSide::default()];
        for (place, side) in sides.iter_mut().enumerate() {
            side.root = side.graph.add_vertex();
            for (player, list) in PLAYERS.into_iter().zip(&options) {
                for option in list {
                    let vertex = match option {
                        DraftOption::Pass => side.root,
                        DraftOption::Draft(draft) => side.append(&draft.sides[place]),
                        DraftOption::Loopy(value) => {
                            let (graph, root) =
                                loopies.graph([value.onside(), value.offside()][place], ledger)?;
                            root + side.graph.append(&graph)
                        }
                        DraftOption::Game(game) => side.graph.add_game(*game, session, ledger)?,
                    };
                    side.graph.add_edge(player, side.root, vertex);
                    loopies.work(ledger).check(4 * side.graph.bytes())?;
                }
            }
            loopies.work(ledger).spend(side.graph.len() + side.graph.edge_count())?;
        }
        Ok(Draft { sides })
    }

    /// Binds a label to this game, whose braces are now complete.
    pub fn bind(&mut self, label: &str) {
        for side in &mut self.sides {
            let (bound, open): (Vec<_>, Vec<_>) = side.open.drain(..).partition(|(name, _)| name == label);
            side.open = open;
            // A vertex with the same options denotes the same game.
            for (_, vertex) in bound {
                for player in PLAYERS {
                    side.graph.set_options(player, vertex, side.graph.options(player, side.root).to_vec());
                }
            }
        }
    }

    /// Returns a label that is not bound, if there is one.
    #[must_use]
    pub fn open_label(&self) -> Option<&str> {
        self.sides[0].open.first().map(|(label, _)| label.as_str())
    }

    /// Returns the memory of the graphs, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.sides.iter().map(|side| side.graph.bytes()).sum()
    }

    /// Returns the value of the game. An open label counts as 0.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// As for [`Loopies::value`].
    pub fn value(&self, loopies: &mut Loopies, ledger: &Ledger<'_>) -> Result<Loopy, StopReason> {
        let [high, low] = &self.sides;
        let value = loopies.value(&high.graph, high.root, ledger)?;
        if high.graph == low.graph {
            return Ok(value);
        }
        let onside: Form = value.onside();
        let offside = loopies.value(&low.graph, low.root, ledger)?.offside();
        Ok(Loopy::of_sides(onside, offside))
    }
}

impl DraftSide {
    /// Appends another graph and its open labels, and returns the vertex of its root.
    fn append(&mut self, other: &DraftSide) -> u32 {
        let offset = self.graph.append(&other.graph);
        self.open.extend(other.open.iter().map(|(label, vertex)| (label.clone(), vertex + offset)));
        other.root + offset
    }
}
