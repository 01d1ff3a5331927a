//! Labels of marked elements.

use std::collections::BTreeMap;

use winways_rules::Player;

use super::mark::Mark;
use super::style::Style;

/// The players in the order of their labels.
pub(super) const PLAYERS: [Player; 3] = [Player::Left, Player::Right, Player::Either];

/// The labels of the ringed elements of a figure. Each element has one entry per player of [`PLAYERS`], which is `None` if the
/// player has no ring there.
#[derive(Clone, Debug, Default)]
pub(super) struct ElementLabels {
    pub(super) by_element: BTreeMap<u64, [Option<String>; 3]>,
}

/// The labels of all figures.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    by_figure: BTreeMap<u32, ElementLabels>,
    none: ElementLabels,
}

impl Labels {
    /// Returns the labels of moves marked by rings. Arrows and lines have labels of their own, but the first element of an
    /// arrow also has a ring.
    pub(super) fn of(marked: &[Mark], styles: &[Style]) -> Labels {
        let mut lists: BTreeMap<(u32, u64, usize), Vec<&str>> = BTreeMap::new();
        for (mark, style) in marked.iter().zip(styles) {
            let player = PLAYERS.iter().position(|player| *player == mark.player).unwrap_or(0);
            let ringed = match style {
                Style::Rings => &mark.touches[..],
                Style::Arrow => mark.touches.get(..1).unwrap_or_default(),
                Style::Line => &[],
            };
            for touch in ringed {
                let list = lists.entry((touch.figure, touch.element, player)).or_default();
                if *style == Style::Rings
                    && !mark.label.is_empty()
                    && list.last() != Some(&mark.label.as_str())
                {
                    list.push(&mark.label);
                }
            }
        }
        let mut labels = Labels::default();
        for ((figure, element, player), list) in lists {
            let elements = &mut labels.by_figure.entry(figure).or_default().by_element;
            elements.entry(element).or_default()[player] = Some(joined(&list));
        }
        labels
    }

    pub(super) fn of_figure(&self, figure: u32) -> &ElementLabels {
        self.by_figure.get(&figure).unwrap_or(&self.none)
    }

    /// Iterates over the ringed elements: the number of the figure, the number of the element, and the labels.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u64, &[Option<String>; 3])> {
        let figures = self.by_figure.iter();
        figures.flat_map(|(figure, labels)| {
            labels.by_element.iter().map(|(element, texts)| (*figure, *element, texts))
        })
    }
}

/// Joins labels by commas and abbreviates runs of three or more consecutive numbers as ranges.
fn joined(labels: &[&str]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = labels;
    while let Some(first) = rest.first() {
        let number = |label: &&str| label.parse::<u64>().ok().filter(|number| number.to_string() == **label);
        let run = match number(first) {
            Some(start) => rest
                .iter()
                .zip(start..=u64::MAX)
                .take_while(|(label, expected)| number(label) == Some(*expected))
                .count(),
            None => 1,
        };
        match run {
            3.. => parts.push(format!("{first}–{}", rest[run - 1])),
            _ => parts.extend(rest[..run].iter().map(ToString::to_string)),
        }
        rest = &rest[run..];
    }
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers_are_abbreviated() {
        assert_eq!(joined(&["1", "2", "3", "5", "6", "a"]), "1–3,5,6,a");
        assert_eq!(joined(&["07", "8", "18446744073709551615"]), "07,8,18446744073709551615");
        assert_eq!(joined(&[]), "");
    }
}
