//! Tests that the rank numberings described in the catalogue agree with the ranks that the engines compute.

use proptest::prelude::*;
use std::sync::Arc;
use winways_games::entries;
use winways_games::ranked::rank_numbering;
use winways_kit::AnyGame;

fn game(name: &str, parameter: Option<&str>) -> Arc<dyn AnyGame> {
    let entry = entries().find(|entry| entry.page.name == name).expect("it is in the catalogue");
    (entry.make)(parameter).expect("it is a game")
}

fn rank(name: &str, parameter: Option<&str>, position: &str) -> u64 {
    let position = game(name, parameter).parse(position).expect("it is a position");
    position.ranked().expect("it is numbered").rank()
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, index| if k > n { 0 } else { ways * (n - index) / (index + 1) })
}

/// Returns the number of a set of cells, given in ascending order, in the combinatorial number system.
fn set(cells: impl IntoIterator<Item = u64>) -> u64 {
    cells.into_iter().zip(1..).map(|(cell, k)| choose(cell, k)).sum()
}

/// Returns the indices of a letter in a text.
fn places(text: &str, letter: char) -> Vec<u64> {
    text.chars().zip(0..).filter(|(other, _)| *other == letter).map(|(_, place)| place).collect()
}

/// Returns the indices of a letter in a text from which all occurrences of `others` are removed.
fn places_beside(text: &str, letter: char, others: char) -> Vec<u64> {
    places(&text.replace(others, ""), letter)
}

/// Returns the rank of two sets of letters on a board that is written without row separators.
fn two_sets(cells: &str, letters: [char; 2], side: u64) -> u64 {
    let [first, second] = [places(cells, letters[0]), places_beside(cells, letters[1], letters[0])];
    let (n, [k, m]) = (cells.len() as u64, [first.len() as u64, second.len() as u64]);
    (side * choose(n, k) + set(first)) * choose(n - k, m) + set(second)
}

#[test]
fn every_game_with_ranks_describes_its_numbering() {
    let mut numbered = 0;
    for entry in entries() {
        // `chase 20 1 1 20 20`, `cops(2; petersen) start`.
        let rest = entry.page.example.strip_prefix(entry.page.name).unwrap_or_default();
        let end = rest.find([')', '}']).filter(|_| rest.starts_with(['(', '{']));
        let (parameter, text) = end.map_or((None, rest), |end| (Some(&rest[1..end]), &rest[end + 1..]));
        let is_numbered = (entry.make)(parameter)
            .is_ok_and(|game| game.parse(text).is_ok_and(|position| position.ranked().is_some()));
        let rule = rank_numbering(entry.page.name);
        assert!(!is_numbered || rule.is_some(), "the numbering of {} is not described", entry.page.name);
        numbered += usize::from(is_numbered);
    }
    assert!(numbered >= 11, "{numbered} games");
}

proptest! {
    #[test]
    fn chase((n, cells, side) in (2u64..9).prop_flat_map(|n| (Just(n), [0..n, 0..n, 0..n, 0..n], 0..2u64))) {
        let [a, b, c, d] = cells;
        let mover = ["white", "black"][side as usize];
        let text = format!("{n} {} {} {} {} {mover}", a + 1, b + 1, c + 1, d + 1);
        prop_assert_eq!(rank("chase", None, &text), (side * n * n + a * n + b) * n * n + c * n + d);
    }

    /// Marks of alternating players on random cells of a board with 3 rows and 4 columns.
    #[test]
    fn mnk(order in Just((0..12usize).collect::<Vec<_>>()).prop_shuffle(), count in 0..4usize) {
        let mut cells = ['.'; 12];
        order[..count].iter().enumerate().for_each(|(index, &cell)| cells[cell] = ['x', 'o'][index % 2]);
        let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
        let digit = |letter: char| ".xo".find(letter).unwrap() as u64;
        let marks: u64 = cells.iter().zip(0..).map(|(&cell, index)| digit(cell) * 3u64.pow(index)).sum();
        let expected = (count as u64 % 2) * 3u64.pow(12) + marks;
        prop_assert_eq!(rank("mnk", Some("3,4,3"), &rows.join("|")), expected);
    }

    /// Discs dropped by alternating players on a board with 4 columns and 3 rows, too few for a line.
    #[test]
    fn connect_four(drops in prop::collection::vec(0..4usize, 0..7)) {
        let mut columns = vec![String::new(); 4];
        let mut discs = 0;
        for column in drops {
            if columns[column].len() < 3 {
                columns[column].push(['x', 'o'][discs % 2]);
                discs += 1;
            }
        }
        let row = |row: usize| columns.iter().map(|column| column.chars().nth(row).unwrap_or('.')).collect();
        let rows: Vec<String> = (0..3).rev().map(row).collect();
        let number = |heights: [usize; 4]| heights.iter().rev().fold(0, |number, height| number * 4 + height);
        let filling = number([0, 1, 2, 3].map(|column| columns[column].len()));
        let heights = |number: usize| [0, 1, 2, 3].map(|column| number / 4usize.pow(column) % 4);
        let with = |count: usize| {
            (0..256).filter(move |&number| heights(number).iter().sum::<usize>() == count)
        };
        let ways = |count: u64| choose(count, count.div_ceil(2));
        let layers: u64 = (discs + 1..=12).map(|count| with(count).count() as u64 * ways(count as u64)).sum();
        let less = with(discs).filter(|&number| number < filling).count() as u64;
        let expected = layers + less * ways(discs as u64) + set(places(&columns.concat(), 'x'));
        prop_assert_eq!(rank("connect-four", Some("4x3"), &rows.join("|")), expected);
    }

    #[test]
    fn backsliding(cells in Just("ttff...".chars().collect::<Vec<_>>()).prop_shuffle(), side in 0..2u64) {
        let cells: String = cells.into_iter().collect();
        let text = format!("{cells} {}", ["left", "right"][side as usize]);
        prop_assert_eq!(rank("backsliding", Some("7,2,2"), &text), two_sets(&cells, ['t', 'f'], side));
    }

    #[test]
    fn drift(cells in Just("xxoo.....".chars().collect::<Vec<_>>()).prop_shuffle(), side in 0..2u64) {
        let cells: String = cells.into_iter().collect();
        let text = format!("{}|{}|{} {}", &cells[..3], &cells[3..6], &cells[6..], ["x", "o"][side as usize]);
        prop_assert_eq!(rank("drift", Some("3,3,2"), &text), two_sets(&cells, ['x', 'o'], side));
    }

    #[test]
    fn hunts(cells in Just("dddh.......".chars().collect::<Vec<_>>()).prop_shuffle(), side in 0..2u64) {
        let cells: String = cells.into_iter().collect();
        let mover = ["hare", "hounds"][side as usize];
        let text = format!("#{}#|{}|#{}# {mover}", &cells[..3], &cells[3..8], &cells[8..]);
        prop_assert_eq!(rank("hare-and-hounds", Some("3"), &text), two_sets(&cells, ['d', 'h'], side));
    }

    /// Two boxes beside each other, with random lines and owners.
    #[test]
    fn dots_and_boxes(lines in prop::collection::vec(0..2u64, 7), owners in [0..3u64, 0..3u64], side in 0..2u64) {
        let line = |index: usize| ['.', 'l'][lines[index] as usize];
        let [one, two] = owners.map(|owner| ['b', 'x', 'o'][owner as usize]);
        let rows = [
            format!("d{}d{}d", line(0), line(1)),
            format!("{}{one}{}{two}{}", line(2), line(3), line(4)),
            format!("d{}d{}d", line(5), line(6)),
        ];
        let digits = [
            (2, lines[0]), (2, lines[1]),
            (2, lines[2]), (3, owners[0]), (2, lines[3]), (3, owners[1]), (2, lines[4]),
            (2, lines[5]), (2, lines[6]),
        ];
        let number = digits.iter().fold(0, |number, (base, digit)| number * base + digit);
        let open = owners.iter().filter(|&&owner| owner == 0).count() as u64;
        let text = format!("{} {}", rows.join("|"), ["left", "right"][side as usize]);
        prop_assert_eq!(rank("dots-and-boxes", None, &text), (open * 1152 + number) * 2 + side);
    }

    #[test]
    fn awari(pits in prop::collection::vec(0..2u64, 12), is_north: bool) {
        let stones: u64 = pits.iter().sum();
        let mover = if is_north { " north" } else { "" };
        let text = pits.iter().map(u64::to_string).collect::<Vec<_>>().join(" ") + mover;
        // The pits of the player to move come first.
        let own = if is_north { [&pits[6..], &pits[..6]].concat() } else { pits };
        let walls = (0..11).map(|wall| own[..=wall].iter().sum::<u64>() + wall as u64);
        let before: u64 = (0..stones).map(|stones| choose(stones + 11, 11)).sum();
        prop_assert_eq!(rank("awari", Some("12"), &text), before + set(walls));
    }

    #[test]
    fn cops(places in [0..10u64, 0..10u64], robber in 0..10u64, side in 0..2u64) {
        let [one, two] = places;
        let text = format!("{one} {two} {robber} {}", ["cops", "robber"][side as usize]);
        let cops = set([one.min(two), one.max(two) + 1]);
        prop_assert_eq!(rank("cops", Some("2; petersen"), &text), (side * 55 + cops) * 10 + robber);
        prop_assert_eq!(rank("cops", Some("2; petersen"), &format!("{one} {two}")), 1100 + cops);
        prop_assert_eq!(rank("cops", Some("2; petersen"), "start"), 1155);
    }

    #[test]
    fn loopy_graph(vertex in 0..3u64, side in 0..2u64) {
        prop_assert_eq!(rank("loopy-graph", Some("10 20, 20 10, 20 30"), &format!("{}", 10 * vertex + 10)), vertex);
        let text = format!("{} {}", 10 * vertex + 10, ["left", "right"][side as usize]);
        prop_assert_eq!(rank("loopy-graph", Some("10 20 L, 20 10, 20 30"), &text), 3 * side + vertex);
    }

    /// Two kings and a rook. The rank is the minimum over the symmetries that map the kings to a representative pair.
    #[test]
    fn chess(squares in [0..64u8, 0..64u8, 0..64u8], side in 0..2u64) {
        let near = |one: u8, other: u8| (one % 8).abs_diff(other % 8) <= 1 && (one / 8).abs_diff(other / 8) <= 1;
        let [white, black, rook] = squares;
        prop_assume!(!near(white, black) && white != rook && black != rook);
        let mut rows = Vec::new();
        for row in (0..8).rev() {
            let letter = |file: u8| match 8 * row + file {
                square if square == white => 'K',
                square if square == black => 'k',
                square if square == rook => 'R',
                _ => '1',
            };
            rows.push((0..8).map(letter).collect::<String>());
        }
        let text = format!("{} {}", rows.join("/"), ["w", "b"][side as usize]);
        let position = game("chess", Some("KRK")).parse(&text);
        // The position is illegal if a king could be captured.
        prop_assume!(position.is_ok());
        let is_kept = |white: u8, black: u8| {
            let (file, row) = (white % 8, white / 8);
            row <= file && file < 4 && (row != file || black / 8 <= black % 8) && !near(white, black)
        };
        let pairs: Vec<(u8, u8)> = (0..64)
            .flat_map(|white| (0..64).map(move |black| (white, black)))
            .filter(|&(white, black)| is_kept(white, black))
            .collect();
        prop_assert_eq!(pairs.len(), 462);
        let image = |square: u8, symmetry: u8| {
            let square = square ^ ((symmetry & 1) * 7) ^ ((symmetry >> 1 & 1) * 56);
            if symmetry & 4 != 0 { square / 8 + square % 8 * 8 } else { square }
        };
        let ranks = (0..8).filter_map(|symmetry| {
            let kings = (image(white, symmetry), image(black, symmetry));
            let pair = pairs.iter().position(|&pair| pair == kings)? as u64;
            // The layer of the kings alone comes first.
            Some(2 * 462 + (side * 462 + pair) * 64 + u64::from(image(rook, symmetry)))
        });
        let rank = position.unwrap().ranked().unwrap().rank();
        prop_assert_eq!(Some(rank), ranks.min());
    }
}
