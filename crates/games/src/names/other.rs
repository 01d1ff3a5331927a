//! Other names of games, beside their names in the catalogue.

/// A game, or one of a family, and its other names.
pub(super) struct OtherNames {
    /// The name in the catalogue.
    pub(super) name: &'static str,
    /// The parameter that the other names imply. A parameter written after such a name replaces it.
    pub(super) parameter: Option<&'static str>,
    /// The other names, in the form of [`super::normal_form`].
    pub(super) others: &'static [&'static str],
}

const fn game(name: &'static str, others: &'static [&'static str]) -> OtherNames {
    OtherNames { name, parameter: None, others }
}

const fn family(name: &'static str, parameter: &'static str, others: &'static [&'static str]) -> OtherNames {
    OtherNames { name, parameter: Some(parameter), others }
}

/// Games that users search for by a word that occurs in no name or page.
pub(super) struct Subject {
    /// The words, in the form of [`super::normal_form`].
    pub(super) words: &'static [&'static str],
    /// The names of the games in the catalogue.
    pub(super) games: &'static [&'static str],
}

const fn subject(words: &'static [&'static str], games: &'static [&'static str]) -> Subject {
    Subject { words, games }
}

/// Subjects, and games that are not in the catalogue with the games that are most similar.
pub(super) static SUBJECTS: &[Subject] = &[
    subject(
        &["circle", "circles", "circular", "ring", "rings", "round"],
        &["circular-nim-4", "circular-nim-5", "daisy", "loop-end-nim"],
    ),
    subject(&["scoring", "score", "scores", "points"], &["awari", "dots-and-boxes"]),
    subject(&["mancala", "kalah", "sowing"], &["awari"]),
    subject(&["misere"], &["anti-clobber", "notakto", "partizan-kayles"]),
    subject(&["sprouts", "loops"], &["rims", "dots-and-boxes"]),
    subject(&["gomoku", "renju"], &["mnk"]),
    subject(&["checkers", "draughts"], &["konane", "peg-duotaire"]),
    subject(&["tiling", "tiles"], &["domineering", "cram", "tromino-cram"]),
    subject(&["matches", "matchsticks", "stones"], &["nim", "subtract", "bash"]),
];

/// The other names of games. Titles of pages are names too and are not repeated here.
pub(super) static OTHER_NAMES: &[OtherNames] = &[
    game("nim", &["nimm", "nim-game", "take-stones", "取石子", "尼姆", "尼姆博弈", "尼姆游戏"]),
    game("moore-nim", &["moore", "nim-k", "k-nim"]),
    game("subtract", &["subtraction", "subtraction-game", "减法游戏"]),
    game("allbut", &["all-but"]),
    game("bash", &["bash-game", "巴什", "巴什博弈", "巴什博奕"]),
    game(
        "wythoff",
        &["wythoffs-nim", "wythoff-nim", "wyt-queens", "queens-nim", "威佐夫", "威佐夫博弈", "威佐夫游戏"],
    ),
    game("euclid", &["euclids-game", "game-of-euclid", "欧几里得", "欧几里得博弈"]),
    game("fibonacci-nim", &["fibonacci", "斐波那契", "斐波那契博弈"]),
    game("kayles", &["skittles", "rip-van-winkles-game"]),
    game("dawson-kayles", &["dawsons-kayles-game"]),
    game("dawson-chess", &["dawson"]),
    game("grundy", &["grundy-game"]),
    game("staircase-nim", &["staircase", "stairs", "阶梯", "阶梯博弈", "阶梯尼姆"]),
    game("silver-dollar", &["silver-dollar-game", "coins-on-a-strip"]),
    game("northcott", &["northcotts-game", "northcott-game"]),
    game("domineering", &["crosscram", "cross-cram", "dominoes", "stop-gate"]),
    game("hackenbush", &["hackenbush-red-blue-green", "red-blue-hackenbush", "red-blue-green"]),
    game("hackenbush-green", &["green-hackenbush"]),
    game("toads-and-frogs", &["toads", "frogs", "frogs-and-toads"]),
    family(
        "mnk",
        "3,3,3",
        &["tic-tac-toe", "tictactoe", "ttt", "noughts-and-crosses", "xs-and-os", "井字棋"],
    ),
    family("connect-four", "7x6", &["connect4", "connect-4", "four-in-a-row", "c4", "四子棋"]),
    family("awari", "3", &["oware", "wari"]),
    game("cops", &["cops-and-robbers", "pursuit"]),
    game("fox-and-geese", &["fox-and-hounds"]),
    game("hare-and-hounds", &["hounds-and-hare", "soldiers-game"]),
    game("white-knight", &["knight"]),
    game("calendar", &["calendar-game", "dates"]),
    game("board-coin", &["kiki", "kikis"]),
    game("poset", &["poset-games", "chomp-on-a-poset", "schuh", "schuhs-game"]),
    game("cutcake", &["cut-cake"]),
    game("maundy-cake", &["maundycake"]),
    game("eatcake", &["eat-cake", "eatcakes"]),
    game("treblecross", &["one-dimensional-tic-tac-toe"]),
    game("officers", &["officers-game"]),
    game("cannibal-clobber", &["hot-clobber"]),
    game("nogo", &["anti-atari-go"]),
    game("isola", &["isolation"]),
    game("amazons", &["game-of-the-amazons"]),
    game("konane", &["hawaiian-checkers"]),
    game("snort", &["cats-and-dogs"]),
    game("vertex-geography", &["geography", "undirected-geography"]),
    game("partizan-geography", &["tron"]),
    game("grim", &["impartial-cutthroat"]),
    game("peg-duotaire", &["duotaire"]),
    game("corner-the-queen", &["corner-the-lady"]),
    game("tac-tix", &["tactix"]),
];
