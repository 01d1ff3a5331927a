//! Other names of games, beside their names in the catalogue.

/// A game, or one of a family, and its other names.
pub(super) struct OtherNames {
    /// The name in the catalogue.
    pub(super) name: &'static str,
    /// The parameter that the other names imply. A parameter written after such a name replaces it.
    pub(super) parameter: Option<&'static str>,
    /// The other names, in the form of [`super::normal_form`], separated by spaces.
    names: &'static str,
}

impl OtherNames {
    /// Iterates over the other names.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.split(' ')
    }
}

/// Iterates over the games that have other names than their titles.
pub(super) fn other_names() -> impl Iterator<Item = OtherNames> {
    include_str!("other_names.tsv").lines().filter_map(|line| {
        let (name, rest) = line.split_once('\t')?;
        let (parameter, names) = rest.split_once('\t')?;
        Some(OtherNames { name, parameter: Some(parameter).filter(|parameter| !parameter.is_empty()), names })
    })
}

/// Iterates over subjects, and games that are not in the catalogue: the words by which users search for them, in the form of
/// [`super::normal_form`], and the names of the games in the catalogue that are meant, both separated by spaces.
pub(super) fn subjects() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("subjects.tsv").lines().filter_map(|line| line.split_once('\t'))
}

/// Returns `true` if a word is one of those that a text lists, separated by spaces.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.split(' ').any(|other| other == word)
}
