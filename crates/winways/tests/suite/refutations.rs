//! Explanations of single moves, checked by exhaustive search of whole positions.

use std::collections::HashMap;
use winways::games::{entries, example};
use winways::tables::{End, Objective};
use winways::{
    Analysis, Catalogue, Detail, NoObserver, Play, Player, Position, PositionMove, Request, analyse,
};

/// The maximum number of states searched.
const MOST_STATES: usize = 1500;

/// The results of all states reachable from a position; a state is a position with the player to move.
struct Judge {
    play: Play,
    /// The result of each state for the player to move: 1 won, 0 drawn, -1 lost.
    results: HashMap<(String, Player), i8>,
}

fn other(player: Player) -> Player {
    if player == Player::Right { Player::Left } else { Player::Right }
}

fn moves_of(position: &Position, mover: Player) -> Vec<PositionMove> {
    let is_own = |step: &PositionMove| step.player() == mover || step.player() == Player::Either;
    position.moves().unwrap().into_iter().filter(is_own).collect()
}

fn end_of(position: &Position, play: Play) -> Option<End> {
    position.ranked().and_then(|ranked| ranked.end(play))
}

impl Judge {
    /// Solves all states reachable from a position. Returns `None` if there are too many.
    fn new(start: &Position, mover: Player, play: Play) -> Option<Judge> {
        let mut numbers: HashMap<(String, Player), usize> = HashMap::new();
        let mut states = vec![(start.copy(), mover)];
        let mut after: Vec<Vec<usize>> = Vec::new();
        numbers.insert((start.to_string(), mover), 0);
        while after.len() < states.len() {
            let (position, mover) = (states[after.len()].0.copy(), states[after.len()].1);
            let mut next = Vec::new();
            for step in moves_of(&position, mover) {
                if end_of(&position, play).is_some() {
                    break;
                }
                let then = (position.after(&step), other(mover));
                let key = (then.0.to_string(), then.1);
                let number = *numbers.entry(key).or_insert(states.len());
                if number == states.len() {
                    states.push(then);
                }
                next.push(number);
            }
            after.push(next);
            if states.len() > MOST_STATES {
                return None;
            }
        }
        let mut results: Vec<Option<i8>> = states
            .iter()
            .zip(&after)
            .map(|((position, _), next)| match end_of(position, play) {
                Some(End::Won) => Some(1),
                Some(End::Lost) => Some(-1),
                Some(End::Drawn) => Some(0),
                None if next.is_empty() => Some(if play == Play::Misere { 1 } else { -1 }),
                None => None,
            })
            .collect();
        loop {
            let mut is_new = false;
            for (number, next) in after.iter().enumerate().filter(|(_, next)| !next.is_empty()) {
                let wins = next.iter().any(|&after| results[after] == Some(-1));
                let loses = next.iter().all(|&after| results[after] == Some(1));
                if results[number].is_none() && (wins || loses) {
                    results[number] = Some(if wins { 1 } else { -1 });
                    is_new = true;
                }
            }
            if !is_new {
                break;
            }
        }
        let results = numbers.into_iter().map(|(key, number)| (key, results[number].unwrap_or(0))).collect();
        Some(Judge { play, results })
    }

    fn result(&self, position: &Position, mover: Player) -> i8 {
        self.results[&(position.to_string(), mover)]
    }

    fn cannot_move(&self, position: &Position, mover: Player) -> bool {
        end_of(position, self.play).is_none() && moves_of(position, mover).is_empty()
    }
}

/// Finds the move whose name begins the text and is followed by `then`. Returns the position after it and the rest
/// of the text.
fn named<'t>(position: &Position, mover: Player, text: &'t str, then: &str) -> Option<(Position, &'t str)> {
    let rest = |step: &PositionMove| text.strip_prefix(&position.move_name(step))?.strip_prefix(then);
    moves_of(position, mover).iter().find_map(|step| Some((position.after(step), rest(step)?)))
}

/// A parser of explanations that checks every claim.
struct Reader<'r> {
    judge: &'r Judge,
    position: &'r Position,
    /// The names of the mover and of the opponent.
    names: [String; 2],
    mover: Player,
    /// The number of claims about single moves checked.
    checked: usize,
}

impl Reader<'_> {
    fn name(&self, player: Player) -> &str {
        &self.names[usize::from(player != self.mover)]
    }

    /// Checks a line if it is about moves of the mover.
    fn line(&mut self, line: &str) {
        let mover = self.names[0].clone();
        let won = format!("{mover} wins by ");
        let held = format!("no move of {mover} wins, and ");
        if let Some(rest) = line.strip_prefix(&won) {
            let (after, rest) = named(self.position, self.mover, rest, ": ").expect(line);
            assert_eq!(self.judge.result(&after, other(self.mover)), -1, "{line}");
            self.answers(&after, rest, line);
        } else if let Some(rest) =
            [format!("every move of {mover} loses: "), format!("other moves of {mover} lose: ")]
                .iter()
                .find_map(|start| line.strip_prefix(start.as_str()))
        {
            let wanted =
                if line.starts_with("every") { -1 } else { self.judge.result(self.position, self.mover) };
            assert_eq!(self.judge.result(self.position, self.mover), wanted, "{line}");
            self.refuted(self.position, self.mover, rest, line);
        } else if let Some(rest) = line.strip_prefix(&held) {
            let (after, rest) = named(self.position, self.mover, rest, " holds the draw").expect(line);
            assert_eq!(self.judge.result(self.position, self.mover), 0, "{line}");
            assert_eq!(self.judge.result(&after, other(self.mover)), 0, "{line}");
            if let Some(rest) = rest.strip_prefix(": after it ") {
                let end = format!(" holds the draw for {}", self.names[1]);
                let (then, rest) = named(&after, other(self.mover), rest, &end).expect(line);
                assert_eq!((self.judge.result(&then, self.mover), rest), (0, ""), "{line}");
            }
            self.checked += 1;
        } else if let Some(rest) = line.strip_prefix("best play by both players: ") {
            self.best_play(rest, line);
        } else if let Some(rest) = line.strip_prefix("after ")
            && let Some((after, rest)) = named(self.position, self.mover, rest, ", other answers of ")
        {
            let start = format!("{} lose: ", self.names[1]);
            self.refuted(&after, other(self.mover), rest.strip_prefix(&start).expect(line), line);
        }
    }

    /// Checks some answers to a winning move, each with the reply that wins.
    fn answers(&mut self, after: &Position, text: &str, line: &str) {
        let (mover, opponent) = (self.mover, other(self.mover));
        if text == "it ends play" {
            assert!(end_of(after, self.judge.play).is_some(), "{line}");
        } else if text.starts_with("after it ") {
            assert_eq!(text, format!("after it {} cannot move", self.name(opponent)), "{line}");
            assert!(self.judge.cannot_move(after, opponent), "{line}");
        } else {
            self.replies(after, opponent, mover, text, line);
        }
        self.checked += 1;
    }

    /// Checks losing moves of a player, each with the reply that wins.
    fn refuted(&mut self, position: &Position, mover: Player, text: &str, line: &str) {
        self.replies(position, mover, other(mover), text, line);
    }

    /// Checks `after X, Y wins; after X, W cannot move and wins; ...`: `winner` wins after every move of `first`.
    fn replies(&mut self, position: &Position, first: Player, winner: Player, text: &str, line: &str) {
        let mut rest = text;
        loop {
            if let Some(more) = rest.strip_prefix("and likewise after ") {
                let number: String = more.chars().take_while(char::is_ascii_digit).collect();
                assert_eq!(&more[number.len()..], " more", "{line}");
                assert_eq!(self.judge.result(position, first), -1, "{line}");
                assert!(moves_of(position, first).len() > number.parse().unwrap(), "{line}");
                return;
            }
            let step = rest.strip_prefix("after ").expect(line);
            let (then, reply) = named(position, first, step, ", ").expect(line);
            assert_eq!(self.judge.result(&then, winner), 1, "{line}");
            self.checked += 1;
            let stuck = format!("{} cannot move and wins", self.name(winner));
            let ended = format!("play has ended, and {} has won", self.name(winner));
            rest = if let Some(rest) = reply.strip_prefix(&stuck) {
                assert!(self.judge.cannot_move(&then, winner), "{line}");
                rest
            } else if let Some(rest) = reply.strip_prefix(&ended) {
                assert!(end_of(&then, self.judge.play).is_some(), "{line}");
                rest
            } else {
                let (last, rest) = named(&then, winner, reply, " wins").expect(line);
                assert_eq!(self.judge.result(&last, first), -1, "{line}");
                rest
            };
            match rest.strip_prefix("; ") {
                Some(more) => rest = more,
                None => return assert_eq!(rest, "", "{line}"),
            }
        }
    }

    /// Checks a line of play in which each move holds the draw.
    fn best_play(&mut self, text: &str, line: &str) {
        let (mut position, mut mover) = (self.position.copy(), self.mover);
        let mut rest = text;
        let ends = [", and nobody has won", ", and so on", ", and the position repeats"];
        loop {
            assert_eq!(self.judge.result(&position, mover), 0, "{line}");
            let all: Vec<&str> = ends.into_iter().chain([", "]).collect();
            let (after, more) = all.iter().find_map(|then| named(&position, mover, rest, then)).expect(line);
            (position, mover) = (after, other(mover));
            if more.is_empty() {
                break;
            }
            rest = more;
        }
        assert_eq!(self.judge.result(&position, mover), 0, "{line}");
        let has_ended = end_of(&position, self.judge.play) == Some(End::Drawn);
        assert_eq!(text.ends_with(ends[0]), has_ended, "{line}");
        self.checked += 1;
    }
}

/// Returns `true` if both players have the same moves.
fn is_shared(position: &Position) -> bool {
    position.summands().iter().all(|summand| summand.properties().is_impartial)
        && position.moves().unwrap().iter().all(|step| step.player() == Player::Either)
}

/// Returns the names of the mover and the opponent in explanations.
fn names(position: &Position, mover: Player) -> [String; 2] {
    if is_shared(position) {
        return ["the player to move".to_owned(), "the opponent".to_owned()];
    }
    let of = |player: Player| match position.ranked() {
        Some(ranked) => ranked.board().players()[usize::from(player == Player::Right)].to_owned(),
        None => if player == Player::Right { "Right" } else { "Left" }.to_owned(),
    };
    [of(mover), of(other(mover))]
}

fn explained(position: &Position, play: Play) -> Analysis {
    analyse(position, &Request::default().play(play).detail(Detail::Full), &NoObserver)
}

/// Checks the explanation of a position. Returns the number of claims checked, or `None` if the position is too
/// large.
fn check(position: &Position, play: Play) -> Option<usize> {
    let stated = position.ranked().map(|ranked| ranked.player()).filter(|&player| player != Player::Either);
    let movers = match stated {
        Some(mover) => vec![mover],
        None if is_shared(position) => vec![Player::Left],
        None => vec![Player::Left, Player::Right],
    };
    let judges: Option<Vec<Judge>> = movers.iter().map(|&mover| Judge::new(position, mover, play)).collect();
    let judges = judges?;
    let analysis = explained(position, play);
    let mut checked = 0;
    for (&mover, judge) in movers.iter().zip(&judges) {
        let names = names(position, mover);
        let mut reader = Reader { judge, position, names, mover, checked: 0 };
        for line in &analysis.explanation {
            reader.line(line);
        }
        checked += reader.checked;
    }
    Some(checked)
}

/// A generator of pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// Returns the positions of a short random walk from `start`, including `start`.
fn walk(start: Position, play: Play, numbers: &mut Numbers) -> Vec<Position> {
    let mut positions = vec![start.copy()];
    let mut mover = start.ranked().map_or(Player::Left, |ranked| ranked.player());
    if mover == Player::Either {
        mover = Player::Left;
    }
    let mut now = start;
    for _ in 0..8 {
        let moves = moves_of(&now, mover);
        if moves.is_empty() || end_of(&now, play).is_some() {
            break;
        }
        now = now.after(&moves[numbers.below(moves.len())]);
        positions.push(now.copy());
        mover = other(mover);
    }
    positions
}

/// Every named reply wins, every line of play is correct, and every move called losing loses. Covers positions of
/// every game of the catalogue, and sums.
#[test]
fn every_refutation_holds_against_exhaustive_search() {
    let catalogue = Catalogue::new();
    let mut numbers = Numbers(1);
    let (mut claims, mut silent) = (0, Vec::new());
    let starts = entries().map(|entry| {
        let (game, text) = example(entry.page);
        (game.to_owned(), Position::of_game(&*catalogue.game(game).unwrap(), text).unwrap())
    });
    let boards = ["tic-tac-toe", "connect-four(3x3)"]
        .map(|name| (name.to_owned(), Position::start(&*catalogue.game(name).unwrap()).unwrap()));
    let sums = [
        "clobber(\"xxo\") + nim(3)",
        "domineering(\"..|..\") + snort(\"..\") + kayles(2)",
        "nim(2) + kayles(3)",
    ];
    let sums = sums.map(|text| (text.to_owned(), Position::of_expression(&catalogue, text).unwrap()));
    for (name, start) in starts.chain(boards).chain(sums) {
        let (mut positions, mut found) = (0, 0);
        for round in 0..4 {
            let play = if round % 4 == 3 { Play::Misere } else { Play::Normal };
            let is_played = |position: &Position| {
                position.ranked().is_none_or(|ranked| ranked.board().plays().contains(&play))
            };
            for position in walk(start.copy(), play, &mut numbers).iter().skip(round).step_by(2) {
                if is_points(position) || !is_played(position) {
                    continue;
                }
                if let Some(checked) = check(position, play) {
                    positions += 1;
                    found += checked;
                }
            }
        }
        claims += found;
        if positions > 2 && found == 0 {
            silent.push(name);
        }
    }
    assert!(claims > 4000, "{claims} claims");
    // Entailing and complimenting moves have no plain replies.
    assert_eq!(silent, ["top-entails", "nimstring", "nimstring-boxes"]);
}

fn is_points(position: &Position) -> bool {
    position.ranked().is_some_and(|ranked| ranked.board().ranks().objective() == Objective::Points)
}

/// Returns Left's boxes minus Right's boxes.
fn boxes(position: &Position) -> i64 {
    let count = |letter: char| position.to_string().split('"').nth(1).unwrap().matches(letter).count() as i64;
    count('x') - count('o')
}

/// Returns the mover's lead in boxes at the end, by exhaustive search.
fn final_boxes(position: &Position, mover: Player, memo: &mut HashMap<(String, Player), i64>) -> i64 {
    let key = (position.to_string(), mover);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let after = |step: &PositionMove| -final_boxes(&position.after(step), other(mover), memo);
    let own = if mover == Player::Left { boxes(position) } else { -boxes(position) };
    let best = moves_of(position, mover).iter().map(after).max().unwrap_or(own);
    memo.insert(key, best);
    best
}

/// Parses a lead such as `3 points ahead`. Returns the points and the rest of the text.
fn points_ahead(text: &str) -> (i64, &str) {
    if let Some(rest) = text.strip_prefix("level") {
        return (0, rest);
    }
    let (number, rest) = text.split_once(" point").expect(text);
    let rest = rest.trim_start_matches('s');
    let number: i64 = number.parse().unwrap();
    match rest.strip_prefix(" ahead") {
        Some(rest) => (number, rest),
        None => (-number, rest.strip_prefix(" behind").expect(text)),
    }
}

/// In a game of points, the stated losses of tempting moves are correct.
#[test]
fn points_of_moves_hold_against_exhaustive_search() {
    let catalogue = Catalogue::new();
    let game = catalogue.game("dots-and-boxes").unwrap();
    let mut numbers = Numbers(7);
    let (mut worse, mut memo) = (0, HashMap::new());
    for round in 0..40 {
        let start = ["d.d.d|.b.b.|d.d.d", "d.d|.b.|d.d|.b.|d.d", "d.d|.b.|d.d"][round % 3];
        for position in walk(Position::of_game(&*game, start).unwrap(), Play::Normal, &mut numbers) {
            let mover = position.ranked().unwrap().player();
            let names = names(&position, mover);
            let gain = |position: &Position, by: Player| {
                if by == Player::Left { boxes(position) } else { -boxes(position) }
            };
            let already = gain(&position, mover);
            let mut value_after = |after: &Position| -final_boxes(after, other(mover), &mut memo) - already;
            for line in explained(&position, Play::Normal).explanation {
                let leaves = format!(" leaves {} ", names[0]);
                let reply = |after: &Position, rest: &str| match rest.strip_prefix("play has ended, with ") {
                    Some(rest) => {
                        assert!(moves_of(after, other(mover)).is_empty(), "{line}");
                        rest.strip_prefix(&format!("{} ", names[0])).expect(&line).to_owned()
                    }
                    None => named(after, other(mover), rest, &leaves).expect(&line).1.to_owned(),
                };
                if let Some(rest) = line.strip_prefix(&format!("{} does best by ", names[0])) {
                    let (after, rest) = named(&position, mover, rest, ": after it, ").expect(&line);
                    let leads = reply(&after, rest);
                    assert_eq!(points_ahead(&leads), (value_after(&after), ""), "{position}: {line}");
                } else if let Some(rest) =
                    line.strip_prefix(&format!("other moves of {} gain less: ", names[0]))
                {
                    let best = moves_of(&position, mover)
                        .iter()
                        .map(|step| value_after(&position.after(step)))
                        .max();
                    for part in rest.split("; ") {
                        let (after, part) =
                            named(&position, mover, part.strip_prefix("after ").unwrap(), ", ").expect(&line);
                        let leads = reply(&after, part);
                        let (points, fewer) = points_ahead(&leads);
                        assert_eq!(points, value_after(&after), "{position}: {line}");
                        let fewer: i64 =
                            fewer.trim_matches(|letter: char| !letter.is_ascii_digit()).parse().unwrap();
                        assert_eq!(Some(points + fewer), best, "{position}: {line}");
                        worse += 1;
                    }
                }
            }
        }
    }
    assert!(worse > 100, "{worse}");
}

/// Explanations contain tempting moves in heaps and the replies to them.
#[test]
fn tempting_moves_of_heaps_are_refuted() {
    let catalogue = Catalogue::new();
    let explanation =
        |text: &str| explained(&Position::of_expression(&catalogue, text).unwrap(), Play::Normal).explanation;
    let won = explanation("nim(3,4)");
    assert!(
        won.iter().any(|line| line.starts_with("the player to move wins by heap 4 -> 3: after heap 3 -> ")),
        "{won:?}"
    );
    assert!(won.iter().any(|line| line.contains("after heap 4 -> 0, heap 3 -> 0 wins")), "{won:?}");
    let lost = explanation("nim(3,5,6)");
    assert!(
        lost.iter().any(|line| line.starts_with("every move of the player to move loses: after heap 3 -> ")),
        "{lost:?}"
    );
    // There are too many moves to check each of them.
    assert!(!explanation("nim(1000)").iter().any(|line| line.starts_with("the player to move wins")));
}

/// The sentences do not depend on the number of listed moves.
#[test]
fn sentences_name_moves_that_the_answer_does_not_list() {
    for (game, text) in [("nim", "1 1"), ("nim", "3 5"), ("domineering", "..|.."), ("kayles", "4 4")] {
        let position = Position::of_game(&*Catalogue::new().game(game).unwrap(), text).unwrap();
        let explained = |moves: usize| {
            let request = Request::default().detail(Detail::Full).moves(moves);
            analyse(&position, &request, &NoObserver).explanation
        };
        for line in explained(0) {
            assert!(!line.contains("  wins") && !line.contains(", wins"), "{line}");
        }
        assert_eq!(explained(0).len(), explained(1000).len(), "{game} {text}");
    }
}
