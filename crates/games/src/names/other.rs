//! Other names of games, besides their names in the catalogue.

use std::sync::LazyLock;

/// A game, or a member of a family, with its other names.
pub(super) struct OtherNames {
    /// The name in the catalogue.
    pub(super) name: &'static str,
    /// The parameter that the other names imply. A parameter written after such a name replaces it.
    pub(super) parameter: Option<&'static str>,
    /// The other names, in the form of [`super::normal_form`].
    pub(super) others: Vec<&'static str>,
}

/// The other names of games. Titles of pages are names too and are not repeated here.
pub(super) static OTHER_NAMES: LazyLock<Vec<OtherNames>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (name, rest) = line.split_once('\t')?;
        let (parameter, others) = rest.split_once('\t')?;
        let parameter = Some(parameter).filter(|parameter| !parameter.is_empty());
        Some(OtherNames { name, parameter, others: others.split(' ').collect() })
    };
    include_str!("other_names.tsv").lines().filter_map(row).collect()
});

/// Games that users search for by a word that occurs in no name or page.
pub(super) struct Subject {
    /// The words, in the form of [`super::normal_form`].
    pub(super) words: Vec<&'static str>,
    /// The names of the games in the catalogue.
    pub(super) games: Vec<&'static str>,
}

/// The subjects with their games, and games missing from the catalogue with the most similar games in it.
pub(super) static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (words, games) = line.split_once('\t')?;
        Some(Subject { words: words.split(' ').collect(), games: games.split(' ').collect() })
    };
    include_str!("subjects.tsv").lines().filter_map(row).collect()
});
