//! Two text representations of trees, written without recursion.

use winways_notation::{Clause, Comparison, ExpressionTree, Literal, NodeKind, UpCount};

/// The texts before, between and after the children of a node.
struct Pieces {
    before: String,
    /// The text after the first child, and the text after every other child but the last.
    between: [String; 2],
    after: String,
}

impl Pieces {
    fn new(before: &str, between: &str, after: &str) -> Self {
        Pieces {
            before: before.to_owned(),
            between: [between.to_owned(), between.to_owned()],
            after: after.to_owned(),
        }
    }
}

fn write(
    tree: &ExpressionTree,
    pieces: impl Fn(usize) -> Pieces,
    split: impl Fn(usize) -> Option<usize>,
) -> String {
    enum Step {
        Node(usize),
        Text(String),
    }
    let mut text = String::new();
    let mut steps = vec![Step::Node(tree.root())];
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(piece) => text.push_str(&piece),
            Step::Node(node) => {
                let Pieces { before, between, after } = pieces(node);
                text.push_str(&before);
                steps.push(Step::Text(after));
                let children = tree.children(node);
                for (index, &child) in children.iter().enumerate().rev() {
                    if split(node) == Some(index + 1) {
                        steps.push(Step::Text("|".to_owned()));
                    } else if index + 1 < children.len() {
                        steps.push(Step::Text(between[index.min(1)].clone()));
                    }
                    steps.push(Step::Node(child));
                }
                if split(node) == Some(0) {
                    steps.push(Step::Text("|".to_owned()));
                }
            }
        }
    }
    text
}

fn split(tree: &ExpressionTree, node: usize) -> Option<usize> {
    match tree.node(node).kind {
        NodeKind::Braces { left } => Some(left),
        _ => None,
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
        Comparison::Less => "<",
        Comparison::Greater => ">",
        Comparison::LessOrEqual => "<=",
        Comparison::GreaterOrEqual => ">=",
        Comparison::Confused => "<>",
    }
}

/// Formats a literal with all counts written out: `3 ↑2 *1`.
fn parts(text: &str, literal: Literal) -> String {
    let mut parts = Vec::new();
    parts.extend(literal.number.map(|span| text[span.range()].to_owned()));
    parts.extend(literal.ups.map(|ups| {
        let count = match ups.count {
            UpCount::Arrows(arrows) => arrows.to_string(),
            UpCount::Digits(span) => text[span.range()].to_owned(),
        };
        format!("{}{count}", if ups.down { '↓' } else { '↑' })
    }));
    parts.extend(literal.nimber.map(|span| match &text[span.range()] {
        "" => "*1".to_owned(),
        digits => format!("*{digits}"),
    }));
    parts.join(" ")
}

/// Formats the tree as nested lists: `(+ 3 (± 1))`.
pub(crate) fn dump(text: &str, tree: &ExpressionTree) -> String {
    let list = |name: &str| Pieces::new(&format!("({name} "), " ", ")");
    let leaf = |before: String| Pieces::new(&before, "", "");
    let pieces = |node: usize| match &tree.node(node).kind {
        NodeKind::Missing => leaf("?".to_owned()),
        NodeKind::Literal(literal) => match &parts(text, *literal)[..] {
            several if several.contains(' ') => leaf(format!("<{several}>")),
            one => leaf(one.to_owned()),
        },
        NodeKind::MisereForm(span) => leaf(text[span.range()].to_owned()),
        NodeKind::Signs(span) => leaf(format!("signs {}", &text[span.range()])),
        NodeKind::Text(span) => leaf(format!("\"{}\"", &text[span.range()])),
        NodeKind::Name(span) => leaf(text[span.range()].to_owned()),
        NodeKind::Position(call) => {
            let parameter = call.parameter.map_or(String::new(), |span| format!("<{}>", &text[span.range()]));
            leaf(format!("{}{parameter}[{}]", call.name, &text[call.position.range()]))
        }
        NodeKind::Function(name) => list(&format!("call {}", &text[name.range()])),
        NodeKind::Label(span) => leaf(format!("label {}", &text[span.range()])),
        NodeKind::Pass => leaf("pass".to_owned()),
        NodeKind::Labelled(label) => list(&format!("label {}", &text[label.range()])),
        NodeKind::Sides => list("&"),
        NodeKind::Braces { .. } => Pieces::new("{", ",", "}"),
        NodeKind::Negative => list("neg"),
        NodeKind::PlusMinus => list("±"),
        NodeKind::Sum => list("+"),
        NodeKind::Difference => list("-"),
        NodeKind::OrdinalSum => list(":"),
        NodeKind::Product => list("."),
        NodeKind::Quotient => list("/"),
        NodeKind::Power => list("^"),
        NodeKind::Nimber => list("*"),
        NodeKind::Comparison(comparison) => list(sign(*comparison)),
        NodeKind::Assignment(name) => list(&format!("let {}", &text[name.range()])),
        NodeKind::Sequence => list(";"),
        NodeKind::List => list("list"),
        NodeKind::Not => list("not"),
        NodeKind::And => list("and"),
        NodeKind::Or => list("or"),
        NodeKind::If => list("if"),
        NodeKind::Range => list(".."),
        NodeKind::Index => list("at"),
        NodeKind::Definition(definition) => {
            let parameters: Vec<&str> =
                definition.parameters.iter().map(|parameter| &text[parameter.range()]).collect();
            list(&format!("let {}({})", &text[definition.name.range()], parameters.join(" ")))
        }
        NodeKind::Comprehension(clauses) => {
            let clause = |clause: &Clause| match clause {
                Clause::For(variable) => format!("for {}", &text[variable.range()]),
                Clause::If => "if".to_owned(),
            };
            list(&clauses.iter().map(clause).collect::<Vec<_>>().join(" "))
        }
    };
    write(tree, pieces, |node| split(tree, node))
}

/// Formats the tree as an expression with brackets around every operation. The expression parses to the same tree.
pub(crate) fn expression(text: &str, tree: &ExpressionTree) -> String {
    let leaf = |node: usize| Pieces::new(&text[tree.node(node).span.range()], "", "");
    let around = Pieces::new;
    let pieces = |node: usize| match &tree.node(node).kind {
        NodeKind::Function(name) => around(&format!("{} (", &text[name.range()]), ", ", ")"),
        NodeKind::Braces { .. } => around("{", ", ", "}"),
        NodeKind::Labelled(label) => around(&text[label.range()], "", ""),
        NodeKind::Sides => around("(", " & ", ")"),
        NodeKind::Negative => around("(-", "", ")"),
        NodeKind::PlusMinus => around("(±", "", ")"),
        NodeKind::Sum => around("(", " + ", ")"),
        NodeKind::Difference => around("(", " − ", ")"),
        NodeKind::OrdinalSum => around("(", ":", ")"),
        NodeKind::Product => around("(", " . ", ")"),
        NodeKind::Quotient => around("(", " / ", ")"),
        // The base is the name `ω`, which needs no brackets.
        NodeKind::Power => around("(", "^(", "))"),
        NodeKind::Nimber => around("*(", "", ")"),
        NodeKind::Comparison(comparison) => {
            let between = match comparison {
                Comparison::Unequal => "≠",
                Comparison::LessOrEqual => "≤",
                Comparison::GreaterOrEqual => "≥",
                Comparison::Confused => "∥",
                other => sign(*other),
            };
            around("(", between, ")")
        }
        NodeKind::Assignment(name) => around(&format!("(let {} = ", &text[name.range()]), "", ")"),
        // A sequence of one statement needs its semicolon to stay a sequence.
        NodeKind::Sequence if tree.children(node).is_empty() => around("", "", ""),
        NodeKind::Sequence => around("(", "; ", ";)"),
        NodeKind::List => around("[", ", ", "]"),
        NodeKind::Not => around("(not ", "", ")"),
        NodeKind::And => around("(", " and ", ")"),
        NodeKind::Or => around("(", " or ", ")"),
        NodeKind::If => {
            Pieces { between: [" then ".to_owned(), " else ".to_owned()], ..around("(if ", "", ")") }
        }
        NodeKind::Range => Pieces { between: [" .. ", " step "].map(str::to_owned), ..around("(", "", ")") },
        NodeKind::Index => around("", "[", "]"),
        NodeKind::Definition(definition) => {
            let parameters: Vec<&str> =
                definition.parameters.iter().map(|parameter| &text[parameter.range()]).collect();
            let name = &text[definition.name.range()];
            around(&format!("(let {name}({}) = ", parameters.join(", ")), "", ")")
        }
        NodeKind::Comprehension(clauses) => {
            let clause = |clause: Option<&Clause>| match clause {
                Some(Clause::For(variable)) => format!(" for {} in ", &text[variable.range()]),
                Some(Clause::If) => " if ".to_owned(),
                None => String::new(),
            };
            // The tests use at most two clauses.
            Pieces { between: [clause(clauses.first()), clause(clauses.get(1))], ..around("[", "", "]") }
        }
        NodeKind::Missing => around("", "", ""),
        _ => leaf(node),
    };
    write(tree, pieces, |node| split(tree, node))
}
