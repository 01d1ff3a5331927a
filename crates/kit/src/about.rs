use crate::game::Page;
use winways_rules::Play;

/// The description of a game: its page, with the changes made by a parameter or a rule file.
#[derive(Clone, Debug)]
pub struct About {
    /// The documentation.
    pub page: &'static Page,
    /// The name with its parameter: `nim`, `octal(0.137)`, `subtract{1,3,4}`.
    pub name: String,
    /// A string that identifies the rules. Positions of games with equal identities can be added as positions of one
    /// game.
    pub identity: String,
    /// The display name.
    pub title: String,
    /// The rules, in sentences or as the contents of a rule file.
    pub rules: String,
    /// A description of the notation for positions.
    pub notation: String,
    /// The sources: books, papers, contest problems.
    pub sources: Vec<String>,
    /// The play convention of the rules. Queries can ask for the other convention.
    pub play: Play,
    /// The size up to which `verify` compares by default.
    pub default_range: u64,
    /// A position in the notation of the game, by default the start of play.
    pub example: String,
    /// The positions and values stated in a rule file, which `verify` checks. For a game of the catalogue, they are in
    /// the page.
    pub known_values: Vec<(String, String)>,
}

impl About {
    /// Creates the description of a game from its page and name.
    pub fn new(page: &'static Page, name: String) -> About {
        About {
            page,
            identity: name.clone(),
            name,
            title: page.title.to_owned(),
            rules: page.rules.to_owned(),
            notation: page.notation.to_owned(),
            sources: page.sources.iter().map(|&source| source.to_owned()).collect(),
            play: page.play,
            default_range: page.default_range,
            example: page.example_position().to_owned(),
            known_values: Vec::new(),
        }
    }
}
