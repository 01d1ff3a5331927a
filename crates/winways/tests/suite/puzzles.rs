//! Puzzles, whose only winning move is compared with exhaustive search.

use std::collections::{BTreeSet, HashMap};
use winways::play::{Judgement, NoPuzzle, Puzzle, PuzzleDate, Puzzles};
use winways::{Catalogue, NoObserver, Outcome, Play, Player, Position, PositionMove, Request, analyse};

const SEEDS: u64 = crate::cases(32, 48) as u64;

fn puzzle(puzzles: Puzzles) -> Puzzle {
    let mut puzzles = puzzles;
    puzzles.next_puzzle(&NoObserver).unwrap()
}

fn other(player: Player) -> Player {
    if player == Player::Left { Player::Right } else { Player::Left }
}

fn moves(position: &Position, player: Player) -> Vec<PositionMove> {
    let mut moves = position.moves().unwrap();
    moves.retain(|step| [Player::Either, player].contains(&step.player()));
    moves
}

/// Returns `true` if the player to move wins, by exhaustive search.
fn wins(position: &Position, mover: Player, play: Play, memo: &mut Memo) -> bool {
    let key = (position.to_string(), mover == Player::Left);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let moves = moves(position, mover);
    let wins = match moves.is_empty() {
        true => play == Play::Misere,
        false => moves.iter().any(|step| !wins(&position.after(step), other(mover), play, memo)),
    };
    memo.insert(key, wins);
    wins
}

type Memo = HashMap<(String, bool), bool>;

/// Returns `true` if the move wins, without the search that made the puzzle.
fn is_winning(puzzle: &Puzzle, step: &PositionMove, memo: &mut Memo) -> bool {
    let (position, game) = (puzzle.position(), puzzle.game());
    let after = position.after(step);
    if position.ranked().is_none() {
        return !wins(&after, other(game.to_move()), game.play(), memo);
    }
    // Play may cycle: solve the position after the move.
    let request = Request::default().play(game.play());
    let outcome = analyse(&after, &request, &NoObserver).outcome.unwrap();
    outcome == Outcome::Previous
}

#[test]
fn exactly_one_move_wins() {
    let (mut memo, mut games, mut ratings) = (Memo::new(), BTreeSet::new(), BTreeSet::new());
    for seed in 0..SEEDS {
        let puzzle = puzzle(Puzzles::new(seed).with_rating(600 + 15 * seed as u32));
        let (position, game) = (puzzle.position(), puzzle.game());
        let all = moves(position, game.to_move());
        assert_eq!(puzzle.moves(), all.len(), "{position}");
        memo.clear();
        let winning: Vec<_> = all.iter().filter(|step| is_winning(&puzzle, step, &mut memo)).collect();
        let names: Vec<_> = winning.iter().map(|step| position.move_name(step)).collect();
        assert_eq!(names, [puzzle.exercise().answer()], "{position}");
        assert_eq!(position.move_name(puzzle.winning_move()), names[0]);
        assert_eq!(puzzle.judge(&names[0]), Judgement::Right, "{position}");
        let wrong = all.iter().map(|step| position.move_name(step)).find(|name| *name != names[0]).unwrap();
        assert_eq!(puzzle.judge(&wrong), Judgement::Wrong, "{position} {wrong}");
        assert!(puzzle.depth() >= 2 && puzzle.rating() >= 620, "{position}");
        assert_eq!(puzzle.rating(), 400 + 20 * all.len() as u32 + 80 * puzzle.depth());
        games.insert(position.game_name());
        ratings.insert(puzzle.rating());
    }
    assert!(games.len() > SEEDS as usize / 3 && ratings.len() > 10, "{games:?} {ratings:?}");
}

#[test]
fn a_refutation_wins_for_the_opponent() {
    let mut refuted = 0;
    for seed in 0..20 {
        let puzzle = puzzle(Puzzles::new(seed));
        let (position, mover) = (puzzle.position(), puzzle.game().to_move());
        for step in moves(position, mover) {
            let name = position.move_name(&step);
            let Some(reply) = puzzle.refutation(&name) else { continue };
            assert_ne!(name, puzzle.exercise().answer(), "{position}");
            if position.ranked().is_some() {
                continue;
            }
            let after = position.after(&step);
            let replies = moves(&after, other(mover));
            let reply = replies.iter().find(|step| after.move_name(step) == reply).unwrap();
            assert!(!wins(&after.after(reply), mover, puzzle.game().play(), &mut Memo::new()), "{position}");
            refuted += 1;
        }
    }
    assert!(refuted > 40, "{refuted}");
}

#[test]
fn equal_seeds_and_dates_give_equal_puzzles() {
    let text = |puzzle: Puzzle| format!("{} {}", puzzle.position(), puzzle.game().to_move().name());
    for seed in [1, 7, 1 << 40] {
        assert_eq!(text(puzzle(Puzzles::new(seed))), text(puzzle(Puzzles::new(seed))));
    }
    let monday: PuzzleDate = "2026-11-23".parse().unwrap();
    let week: Vec<_> = (0..7).map(|day| PuzzleDate::of_days(monday.days() + day)).collect();
    let puzzles: BTreeSet<_> = week.iter().map(|&date| text(puzzle(Puzzles::of_day(date)))).collect();
    assert_eq!(puzzles.len(), 7);
    for date in week {
        assert_eq!(text(puzzle(Puzzles::of_day(date))), text(puzzle(Puzzles::of_day(date))), "{date}");
    }
}

#[test]
fn puzzles_of_one_game_have_a_rating_near_the_wanted_one() {
    for name in ["nim", "domineering", "hackenbush", "clobber", "toads-and-frogs", "mnk", "wythoff"] {
        let mut puzzles = Puzzles::new(3).of_game(name).unwrap().with_rating(900);
        let puzzle = puzzles.next_puzzle(&NoObserver).unwrap();
        assert!(puzzle.position().game_name().starts_with(name), "{}", puzzle.position());
    }
    let near = |rating: u32| puzzle(Puzzles::new(5).with_rating(rating)).rating().abs_diff(rating);
    assert!(near(700) <= 100 && near(1100) <= 150, "{} {}", near(700), near(1100));
    assert!(Puzzles::new(1).of_game("xyzzy").is_err());
    let again =
        "name: again\nagain: heap n -> n - 1 where n mod 2 = 1\nheap n -> n - 2 where n >= 2\nexample: 3 4";
    let again = Catalogue::new().game_of_text(again).unwrap();
    for refused in ["top-entails", "nimstring", "nimstring-boxes"]
        .map(|name| Puzzles::new(1).of_game(name))
        .into_iter()
        .chain([Puzzles::new(1).of_custom_game(again)])
    {
        assert_eq!(refused.err().unwrap().message, "games with entailing moves have no puzzles");
    }
    // A position of Maundy Cake has too few moves for a puzzle.
    let mut none = Puzzles::new(1).of_game("maundy-cake").unwrap();
    assert!(matches!(none.next_puzzle(&NoObserver), Err(NoPuzzle::NotFound)));
}

/// The puzzles of weekends are harder on average than the puzzles of Mondays and Tuesdays.
#[test]
fn puzzles_of_the_day_get_harder_during_the_week() {
    let monday: PuzzleDate = "2026-11-30".parse().unwrap();
    let ratings = |days: [u32; 2]| -> u32 {
        let dates =
            (0..4).flat_map(|week| days.map(|day| PuzzleDate::of_days(monday.days() + 7 * week + day)));
        dates
            .map(|date| puzzle(Puzzles::of_day(date)))
            .map(|puzzle| {
                // No rating was requested.
                assert_eq!(puzzle.missed_rating(), None);
                puzzle.rating()
            })
            .sum()
    };
    let (early, late) = (ratings([0, 1]), ratings([5, 6]));
    assert!(early < late, "{early} {late}");
}
