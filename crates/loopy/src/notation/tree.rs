//! The tree that the text of a value describes: a graph is unfolded from its root until a vertex repeats.

use crate::graph::{Graph, PLAYERS};

/// The maximum nesting depth of braces.
const DEEPEST: usize = 128;

/// The maximum number of games in a text, counting repetitions.
const MOST_PARTS: usize = 1 << 14;

/// The longest run of bars before braces are used.
const MOST_BARS: usize = 4;

/// A graph with the texts of the vertices that need no braces.
pub(super) struct Unfolding<'u> {
    pub(super) graph: &'u Graph,
    pub(super) atoms: &'u [Option<String>],
}

/// A game in braces.
#[derive(Debug)]
pub(super) struct Tree {
    /// The nesting depth: the number of trees that contain this tree.
    level: usize,
    /// `true` if a nested tree refers to this tree.
    is_labelled: bool,
    sides: [Vec<Branch>; 2],
    /// A sort key that depends only on the moves.
    key: String,
}

#[derive(Debug)]
enum Branch {
    Atom(String),
    /// A move back to the tree with this level.
    Back(usize),
    Tree(Tree),
}

impl Branch {
    fn key(&self) -> String {
        match self {
            Branch::Atom(text) => text.clone(),
            Branch::Back(level) => format!("#{level}"),
            Branch::Tree(tree) => tree.key.clone(),
        }
    }
}

impl Unfolding<'_> {
    /// Returns the tree of a vertex, or `None` if it is too large or too deep.
    pub(super) fn tree(&self, root: u32) -> Option<Tree> {
        let mut parts = 0;
        self.grow(root, &mut Vec::new(), &mut parts).map(|(tree, _)| tree)
    }

    /// Returns the tree of a vertex, and the levels of the enclosing trees to which it refers. [`DEEPEST`] limits the depth of the
    /// recursion.
    fn grow(&self, vertex: u32, path: &mut Vec<u32>, parts: &mut usize) -> Option<(Tree, Vec<usize>)> {
        if path.len() >= DEEPEST {
            return None;
        }
        let level = path.len();
        path.push(vertex);
        let (mut sides, mut used) = ([Vec::new(), Vec::new()], Vec::new());
        for (side, player) in sides.iter_mut().zip(PLAYERS) {
            for &option in self.graph.options(player, vertex) {
                *parts += 1;
                if *parts > MOST_PARTS {
                    return None;
                }
                let place = path.iter().position(|&open| open == option);
                side.push(match (place, &self.atoms[option as usize]) {
                    (Some(place), _) => {
                        if place < level {
                            used.push(place);
                        }
                        Branch::Back(place)
                    }
                    (None, Some(text)) => Branch::Atom(text.clone()),
                    (None, None) => {
                        let (tree, inside) = self.grow(option, path, parts)?;
                        used.extend(inside);
                        Branch::Tree(tree)
                    }
                });
            }
            side.sort_by_cached_key(|branch| (branch.key().len(), branch.key()));
        }
        path.pop();
        let is_labelled = used.contains(&level);
        used.retain(|&place| place != level);
        used.sort_unstable();
        used.dedup();
        let keys = sides.each_ref().map(|side| side.iter().map(Branch::key).collect::<Vec<_>>().join(","));
        let key = format!("{{{}}}", keys.join("|"));
        Some((Tree { level, is_labelled, sides, key }, used))
    }
}

/// Writes trees, with a new label for each labelled tree.
#[derive(Default)]
pub(super) struct Labels {
    count: usize,
    /// The labels of the trees around the current position.
    open: Vec<Option<String>>,
}

impl Labels {
    /// Returns the text of a tree. The depth of the recursion is the depth of the tree.
    pub(super) fn text(&mut self, tree: &Tree) -> String {
        let (inner, _) = self.inner(tree);
        let label = self.open.pop().flatten().unwrap_or_default();
        format!("{label}{{{inner}}}")
    }

    /// Returns the text between the braces, and the longest run of bars. The label of the tree stays open.
    fn inner(&mut self, tree: &Tree) -> (String, usize) {
        self.open.truncate(tree.level);
        let label = tree.is_labelled.then(|| self.next());
        self.open.push(label);
        let mut longest = 0;
        let texts = tree.sides.each_ref().map(|side| {
            if let [Branch::Tree(only)] = &side[..]
                && !only.is_labelled
            {
                let (inner, bars) = self.inner(only);
                self.open.pop();
                // A bar at an end would join the bars outside.
                if bars < MOST_BARS && !inner.starts_with('|') && !inner.ends_with('|') {
                    longest = longest.max(bars);
                    return inner;
                }
                return format!("{{{inner}}}");
            }
            side.iter().map(|branch| self.branch(branch, tree.level)).collect::<Vec<_>>().join(",")
        });
        let bars = longest + 1;
        (texts.join(&"|".repeat(bars)), bars)
    }

    fn branch(&mut self, branch: &Branch, level: usize) -> String {
        match branch {
            Branch::Atom(text) => text.clone(),
            Branch::Tree(tree) => self.text(tree),
            Branch::Back(place) => match &self.open[*place] {
                None if *place == level => "pass".to_owned(),
                label => label.clone().unwrap_or_default(),
            },
        }
    }

    /// Returns the next label: `a` to `z` without `v`, then `a1` to `z1`, and so on.
    fn next(&mut self) -> String {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
        let letter = char::from(LETTERS[self.count % LETTERS.len()]);
        let round = self.count / LETTERS.len();
        self.count += 1;
        if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
    }
}
