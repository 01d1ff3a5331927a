use winways_values::GameOutcome;

/// Who wins a position under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// N: the next player, who is about to move.
    Next,
    /// P: the previous player, who has just moved.
    Previous,
    /// L: Left, moving first or second.
    Left,
    /// R: Right, moving first or second.
    Right,
    /// D: neither, where play may cycle.
    Draw,
}

impl Outcome {
    /// The letter: `N`, `P`, `L`, `R` or `D`.
    pub fn letter(self) -> &'static str {
        match self {
            Outcome::Next => "N",
            Outcome::Previous => "P",
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Draw => "D",
        }
    }

    /// The letter as the name of a class, for the mathematics mode of LaTeX.
    ///
    /// ```
    /// assert_eq!(winways::Outcome::Next.latex(), r"\mathcal{N}");
    /// ```
    pub fn latex(self) -> String {
        format!(r"\mathcal{{{}}}", self.letter())
    }
}

impl From<GameOutcome> for Outcome {
    fn from(outcome: GameOutcome) -> Outcome {
        match outcome {
            GameOutcome::Next => Outcome::Next,
            GameOutcome::Previous => Outcome::Previous,
            GameOutcome::Left => Outcome::Left,
            GameOutcome::Right => Outcome::Right,
        }
    }
}

impl From<winways_rules::ImpartialOutcome> for Outcome {
    fn from(outcome: winways_rules::ImpartialOutcome) -> Outcome {
        GameOutcome::from(outcome).into()
    }
}
