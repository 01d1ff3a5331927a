//! The words that fields of answers may contain, for the schema of the answers.

use schemars::JsonSchema;

/// Declares enumerations of words, which exist only for their schemas.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $($word:ident = $text:literal),+;)*) => {$(
        $(#[$doc])*
        #[derive(JsonSchema)]
        #[schemars(inline)]
        #[expect(dead_code, reason = "the type stands for its schema")]
        pub(super) enum $name {
            $(#[serde(rename = $text)] $word),+
        }
    )*};
}

words! {
    /// A kind of play.
    PlayWord: Normal = "normal", Misere = "misere";
    /// A player.
    PlayerWord: Left = "left", Right = "right", Either = "either";
    /// The direction in which the other half of a domino lies.
    DirectionWord: Up = "up", Down = "down", Left = "left", Right = "right";
    /// A winner.
    WinnerWord: Left = "left", Right = "right", Draw = "draw";
    /// A result for a player.
    ResultWord: Win = "win", Loss = "loss", Draw = "draw";
    /// An outcome.
    OutcomeLetter: Next = "N", Previous = "P", Left = "L", Right = "R", Draw = "D";
    /// A kind of game.
    KindWord: Impartial = "impartial", Partizan = "partizan", Ranked = "ranked";
    /// The contents of the records of a solved table.
    RecordWord: Values = "values", Points = "points", Outcomes = "outcomes";
    /// A judgement of an answer to an exercise.
    JudgementWord: Right = "right", Wrong = "wrong", NotUnderstood = "not understood";
    /// A value that is not a nimber.
    LoonyWord: Loony = "loony";
    /// A format of a picture.
    FormatWord: Svg = "svg", Tikz = "tikz", Png = "png", Text = "text";
}
