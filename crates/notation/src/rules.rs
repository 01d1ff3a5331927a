//! Rule files: games on heaps and tuples of numbers, defined in a few lines. `docs/rules.md` has the grammar.

mod header;
mod language;
mod parser;
mod tree;

pub(crate) use header::{HEADERS, add_header, check_length};
pub use parser::parse_rules;
pub use tree::{
    Arithmetic, Expression, ExpressionKind, Header, Item, Movers, Name, OptionGroup, Parameter, Rule,
    RuleFile, RuleFunction, RuleOption, RulePattern, RuleRelation, Set, SetKind, Tuple, Turn,
};
