//! Tests of the language of expressions: trees, and errors in texts.

mod tree;

use proptest::prelude::*;
use winways_notation::{
    ExpressionTree, LineColumn, NameKind, NodeKind, Parsed, Span, parse_arguments, parse_expression,
};

fn kind_of(name: &str) -> NameKind {
    match name {
        "mean" | "cool" | "f" | "canonical" | "is_number" => NameKind::Function,
        "nim" | "toads-and-frogs" | "red-blue-stalks" | "chomp-2" => NameKind::Game,
        _ => NameKind::Other,
    }
}

fn parse(text: &str) -> Parsed {
    parse_expression(text, kind_of)
}

#[track_caller]
fn dump(text: &str) -> String {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    check_shape(text, &parsed.tree);
    tree::dump(text, &parsed.tree)
}

/// Checks invariants that hold for the trees of both correct and incorrect texts.
#[track_caller]
fn check_shape(text: &str, tree: &ExpressionTree) {
    let mut parents = vec![0; tree.nodes().len()];
    for (number, node) in tree.nodes().iter().enumerate() {
        assert!(text.get(node.span.range()).is_some(), "{text}: {node:?}");
        let mut next = tree.subtree(number).start;
        for &child in tree.children(number) {
            parents[child] += 1;
            assert_eq!(tree.subtree(child).start, next, "{text}: subtrees are not next to each other");
            next = child + 1;
        }
        assert_eq!(next, number, "{text}: a node does not follow its children");
        if let NodeKind::Braces { left } = node.kind {
            assert!(left <= tree.children(number).len());
        }
    }
    assert_eq!(parents.pop(), Some(0), "{text}: the root is not the last node");
    assert!(parents.iter().all(|&count| count == 1), "{text}: a node is not a child of one other");
}

#[test]
fn texts_and_trees() {
    let table = include_str!("language/trees.tsv");
    for (line, row) in table.lines().enumerate().filter(|(_, row)| !row.starts_with("## ") && !row.is_empty())
    {
        let (text, expected) = row.split_once('\t').unwrap_or_else(|| panic!("line {}", line + 1));
        let text = text.replace("\\n", "\n");
        assert_eq!(dump(&text), expected, "line {}: {text}", line + 1);
    }
}

#[test]
fn texts_and_faults() {
    let table = include_str!("language/faults.tsv");
    for (line, row) in table.lines().enumerate().filter(|(_, row)| !row.starts_with("## ") && !row.is_empty())
    {
        let columns: Vec<&str> = row.split('\t').collect();
        let [text, count, column, message, help] = columns[..] else { panic!("line {}", line + 1) };
        let parsed = parse(text);
        check_shape(text, &parsed.tree);
        let first = parsed.diagnostics.first().unwrap_or_else(|| panic!("{text} is right"));
        let place = LineColumn::of(text, first.span.start).column;
        let found = (parsed.diagnostics.len().to_string(), place.to_string());
        assert_eq!(found, (count.to_owned(), column.to_owned()), "{text}: {:?}", parsed.diagnostics);
        assert!(first.to_string().contains(message), "{text}: {first}");
        let found_help = first.help.as_deref().unwrap_or("");
        assert!(
            found_help.contains(help) && found_help.is_empty() == help.is_empty(),
            "{text}: {found_help}"
        );
    }
}

#[test]
fn examples_of_the_document_are_right() {
    let document = include_str!("../../../docs/notation.md");
    let blocks = document.split("```expression\n").skip(1);
    let lines: Vec<&str> = blocks.flat_map(|block| block.split("```").next().unwrap().lines()).collect();
    assert!(lines.len() > 10);
    for line in lines {
        dump(line);
    }
}

#[test]
fn spans_cover_their_brackets() {
    let text = " ( 1 + {2|(3)} ) : f( 4 )";
    let tree = parse(text).tree;
    let stretches: Vec<&str> = tree.nodes().iter().map(|node| &text[node.span.range()]).collect();
    assert_eq!(stretches, ["1", "2", "(3)", "{2|(3)}", "( 1 + {2|(3)} )", "4", "f( 4 )", &text[1..]]);
    let text = "{ a || b | }";
    let tree = parse(text).tree;
    assert_eq!(&text[tree.node(2).span.range()], "b |");
}

#[test]
fn positions_keep_their_text() {
    let text = "x + octal(0.137)( \"9 10\" )";
    let tree = parse(text).tree;
    let NodeKind::Position(call) = &tree.node(1).kind else { panic!("{tree:?}") };
    assert_eq!(&text[call.parameter.unwrap().range()], "0.137");
    assert_eq!(&text[call.position.range()], "9 10");
    assert_eq!(&text[call.name_span.range()], "octal");
    assert_eq!(&text[tree.node(1).span.range()], &text[4..]);
}

#[test]
fn arguments_are_parsed_on_request() {
    let read = |text: &str, start, end| {
        let parsed = parse_arguments(text, Span::new(start, end), kind_of);
        assert_eq!(parsed.diagnostics, []);
        check_shape(text, &parsed.tree);
        tree::dump(text, &parsed.tree)
    };
    assert_eq!(read("nim(n, 2+3)", 4, 10), "(list n (+ 2 3))");
    assert_eq!(read("nim()", 4, 4), "(list )");
    assert_eq!(read("nim(mean(1))", 4, 11), "(list (call mean 1))");
    let parsed = parse_arguments("domineering(..|..)", Span::new(12, 17), kind_of);
    assert_eq!(parsed.diagnostics[0].span.start, 12);
    let parsed = parse_arguments("nim(1,) + 2", Span::new(4, 6), kind_of);
    assert_eq!(parsed.diagnostics[0].span.start, 6);
    assert_eq!(parsed.diagnostics[0].to_string(), "the input ends here: expected an argument");
}

/// Returns texts that open or repeat something many times, each with `true` if the text is correct.
fn deep_texts(depth: usize) -> Vec<(String, bool)> {
    let around = |open: &str, core: &str, close: &str| {
        (format!("{}{core}{}", open.repeat(depth), close.repeat(depth)), true)
    };
    let bars = (1..).scan(0, |length, bars| {
        *length += bars + 1;
        (*length < depth).then(|| "|".repeat(bars))
    });
    let falling: Vec<String> = bars.collect();
    let wrong = |piece: &str| (piece.repeat(depth), false);
    vec![
        around("{", "0", "|}"),
        around("{0|", "1", "}"),
        around("{", "1", "|0}"),
        around("(", "1", ")"),
        around("[", "1", "]"),
        around("f(", "1", ")"),
        around("-(", "1", ")"),
        around("{1|(-", "[1]", ")}"),
        around("[f(", "1", ") for x in 1..2]"),
        around("[1 for x in ", "1", "..2]"),
        around("-", "1", ""),
        around("+-", "1", ""),
        around("1.", "g", ""),
        around("1+", "1", ""),
        around("1:", "1", ""),
        around("1:-", "1", ""),
        around("if 1 then 2 else ", "1", ""),
        around("if ", "1", " then 2 else 3"),
        around("if 1 then ", "2", " else 3"),
        around("not ", "1", ""),
        around("1 and ", "1", ""),
        around("g[", "1", "]"),
        around("", "g", "[1]"),
        around("k(x) = (", "x", ")"),
        around("[x for x in ", "1..2", " if 1]"),
        around("let a = 1;", "1", ""),
        around("1+(a=", "1", ")"),
        around("v", "", ""),
        around("7", "", ""),
        around("#\n", "1", ""),
        around("g-", "1", ""),
        around("1-", "toads-and-frogs(t.f)", ""),
        (format!("{{{}}}", falling.join("1")), true),
        (format!("{{{}}}", falling.iter().rev().cloned().collect::<Vec<_>>().join("1")), true),
        (format!("f({}1)", "1,".repeat(depth)), true),
        (format!("{{{}1|{}1}}", "1,".repeat(depth), "1,".repeat(depth)), true),
        (format!("nim({}{})", "(".repeat(depth), ")".repeat(depth)), true),
        wrong("{"),
        wrong("{1|"),
        wrong("("),
        wrong("["),
        wrong("f("),
        wrong("nim("),
        wrong("nim{"),
        wrong(")"),
        wrong("}"),
        wrong("({"),
        wrong("{)"),
        wrong("{1|1)"),
        wrong("1 "),
        wrong("1=1"),
        wrong("1<"),
        wrong("a="),
        wrong("|1"),
        wrong("{1|2|3"),
        wrong("1,"),
        wrong("$ "),
        wrong("\""),
        wrong("let "),
        wrong("for x in "),
        wrong("if "),
        wrong("if 1 then "),
        wrong("k(x) = "),
        wrong("f(x,"),
        wrong("1.. step "),
        wrong(".."),
        wrong("/"),
        wrong("+/"),
        wrong("(+^"),
        wrong("(+ -)^ω /"),
        ("+".repeat(depth), true),
        ("(+ -)^ω".repeat(depth), true),
        (format!("+^{}{}", "(".repeat(depth), ")".repeat(depth)), true),
        wrong("1*^"),
        (format!("{}{}", "({[".repeat(depth), ")".repeat(depth)), false),
        (format!("{}{}", "{(".repeat(depth), "}|".repeat(depth)), false),
        (format!("{{1{}", "|1".repeat(depth)), false),
    ]
}

#[test]
fn deep_texts_are_read() {
    for (text, is_right) in deep_texts(2_000) {
        let parsed = parse(&text);
        check_shape(&text, &parsed.tree);
        let start: String = text.chars().take(20).collect();
        assert_eq!(parsed.diagnostics.is_empty(), is_right, "{start}…: {:?}", parsed.diagnostics.first());
        assert!(parsed.diagnostics.len() <= 20);
    }
}

/// With a parser that takes more than linear time, this test would run for minutes.
#[test]
fn deep_texts_take_linear_time() {
    for (text, _) in deep_texts(100_000) {
        let parsed = parse(&text);
        assert!(parsed.tree.nodes().len() <= text.len() + 2);
    }
}

fn texts_of_the_language() -> impl Strategy<Value = String> {
    let pieces = [
        "{", "}", "(", ")", "[", "]", "|", "||", "|||", ",", ";", "=", "==", "!=", "<", ">", "<=", "<>", "∥",
        "≤", "+", "-", "−", "±", "+-", ":", ".", "..", "^", "^^", "↑", "⇓", "v", "v3", "*", "*2", "⋆", "3",
        "3/4", "2.5", "x", "g", "let ", "for ", " in ", " if ", " then ", " else ", " and ", " or ", "not ",
        " step ", "k(x)=", "[", "]", "f(", "mean(", "nim(", "octal{", "\"", "#", "\n", " ", "$", "/", "_1",
        "é",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24).prop_map(|pieces| pieces.concat())
}

/// A correct text, and the dump of its tree, constructed without the parser.
#[derive(Clone, Debug)]
struct Written {
    text: String,
    dump: String,
    /// The level of precedence: 1 comparison, 2 sum, 3 ordinal sum, 4 sign, 5 product, 6 everything else.
    level: u8,
    /// For braces: their contents, and the length of the longest run of bars in them.
    inside: Option<(String, usize)>,
}

impl Written {
    fn new(text: impl Into<String>, dump: impl Into<String>, level: u8) -> Self {
        Written { text: text.into(), dump: dump.into(), level, inside: None }
    }

    /// Returns the text, in brackets if its precedence is lower than `level`.
    fn at(&self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    fn binary(left: &Written, (sign, name): (&str, &str), right: &Written) -> Self {
        let level = match name {
            "+" | "-" => 2,
            ":" => 3,
            "." => 5,
            _ => 1,
        };
        // Products are right-associative, and a sign needs no brackets on the right; other operators are
        // left-associative.
        let (for_left, for_right) =
            if level == 5 { (6, 4) } else { (level + 1 - u8::from(level > 1), level + 1) };
        let text = format!("{}{sign}{}", left.at(for_left), right.at(for_right));
        Written::new(text, format!("({name} {} {})", left.dump, right.dump), level)
    }

    fn list(entries: &[Written]) -> (String, String) {
        let text: Vec<&str> = entries.iter().map(|entry| &entry.text[..]).collect();
        let dump: Vec<&str> = entries.iter().map(|entry| &entry.dump[..]).collect();
        (text.join(","), dump.join(","))
    }

    /// Writes braces, omitting inner braces where longer runs of bars can replace them.
    fn braces(left: &[Written], right: &[Written], more_bars: usize) -> Self {
        let side = |options: &[Written]| match options {
            [Written { inside: Some((text, bars)), .. }] if more_bars > 0 => (text.clone(), *bars),
            _ => (Written::list(options).0, 0),
        };
        let ((left_text, left_bars), (right_text, right_bars)) = (side(left), side(right));
        let bars = left_bars.max(right_bars) + more_bars.max(1);
        // Adjacent runs of bars would merge into one run.
        let touch = left_text.ends_with('|') || right_text.starts_with('|');
        let space = if touch { " " } else { "" };
        let text = format!("{left_text}{space}{}{space}{right_text}", "|".repeat(bars));
        let dump = format!("{{{}|{}}}", Written::list(left).1, Written::list(right).1);
        Written { inside: Some((text.clone(), bars)), ..Written::new(format!("{{{text}}}"), dump, 6) }
    }
}

fn written() -> impl Strategy<Value = Written> {
    let leaves = [
        ("0", "0"),
        ("17", "17"),
        ("3/4", "3/4"),
        ("2.5", "2.5"),
        ("^", "↑1"),
        ("^^*", "<↑2 *1>"),
        ("v3*2", "<↓3 *2>"),
        ("2v", "<2 ↓1>"),
        ("*", "*1"),
        ("1⇑⋆", "<1 ↑2 *1>"),
        ("g", "g"),
        ("x_1", "x_1"),
        ("nim(7,8)", "nim[7,8]"),
        ("[]", "(list )"),
        ("toads-and-frogs(t.f)", "toads-and-frogs[t.f]"),
        ("subtract{1,2}(3)", "subtract<1,2>[3]"),
        ("f()", "(call f )"),
        ("\"a|b\"", "\"a|b\""),
    ];
    let leaves = prop::sample::select(leaves.to_vec()).prop_map(|(text, dump)| Written::new(text, dump, 6));
    leaves.prop_recursive(7, 60, 4, |inner| {
        let options = || prop::collection::vec(inner.clone(), 0..3);
        let signs = [
            ("+", "+"),
            ("-", "-"),
            (" − ", "-"),
            (":", ":"),
            (" . ", "."),
            ("==", "=="),
            ("<", "<"),
            (" ≤ ", "<="),
            ("<>", "<>"),
        ];
        let prefixes = [("-", "neg"), ("+-", "±"), ("± ", "±"), ("- # sign\n", "neg")];
        prop_oneof![
            3 => (inner.clone(), prop::sample::select(signs.to_vec()), inner.clone())
                .prop_map(|(left, sign, right)| Written::binary(&left, sign, &right)),
            1 => (prop::sample::select(prefixes.to_vec()), inner.clone()).prop_map(|((sign, name), operand)| {
                Written::new(format!("{sign}{}", operand.at(4)), format!("({name} {})", operand.dump), 4)
            }),
            4 => (options(), options(), 0..3usize)
                .prop_map(|(left, right, more)| Written::braces(&left, &right, more)),
            1 => options().prop_map(|arguments| {
                let (text, dump) = Written::list(&arguments);
                Written::new(format!("mean({text})"), format!("(call mean {})", dump), 6)
            }),
            1 => (inner.clone(), inner.clone()).prop_map(|(value, last)| {
                let text = format!("(let a = {}; {})", value.text, last.text);
                Written::new(text, format!("(; (let a {}) {})", value.dump, last.dump), 6)
            }),
            1 => (inner.clone(), inner.clone()).prop_map(|(body, end)| {
                let text = format!("[{} for n in 1..{}]", body.text, end.at(2));
                Written::new(text, format!("(for n {} (.. 1 {}))", body.dump, end.dump), 6)
            }),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(body, list, condition)| {
                let text = format!("[{} for n in {} if {}]", body.text, list.text, condition.text);
                Written::new(text, format!("(for n if {} {} {})", body.dump, list.dump, condition.dump), 6)
            }),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(condition, some, other)| {
                let text = format!("(if {} then {} else {})", condition.text, some.text, other.text);
                Written::new(text, format!("(if {} {} {})", condition.dump, some.dump, other.dump), 6)
            }),
            1 => (inner.clone(), inner.clone()).prop_map(|(list, place)| {
                // A star directly before a bracket begins a misère form.
                let list_text = if list.text == "*" { "(*)".to_owned() } else { list.at(6) };
                let text = format!("{list_text}[{}]", place.text);
                Written::new(text, format!("(at {} {})", list.dump, place.dump), 6)
            }),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(some, other, last)| {
                let text = format!("(not {} and {} or {})", some.at(1), other.at(1), last.at(1));
                let dump = format!("(or (and (not {}) {}) {})", some.dump, other.dump, last.dump);
                Written::new(text, dump, 6)
            }),
            1 => (inner.clone(), inner.clone()).prop_map(|(body, last)| {
                let text = format!("(k(x, y) = {}; {})", body.text, last.text);
                Written::new(text, format!("(; (let k(x y) {}) {})", body.dump, last.dump), 6)
            }),
        ]
    })
}

proptest! {
    // For a long run: PROPTEST_CASES=1000000.
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.max(2_000),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_gives_a_tree(text in "\\PC{0,30}") {
        let parsed = parse(&text);
        check_shape(&text, &parsed.tree);
        for fault in &parsed.diagnostics {
            prop_assert!(text.get(fault.span.range()).is_some());
        }
    }

    #[test]
    fn any_text_of_the_language_gives_a_tree(text in texts_of_the_language()) {
        let parsed = parse(&text);
        check_shape(&text, &parsed.tree);
        for fault in &parsed.diagnostics {
            prop_assert!(text.get(fault.span.range()).is_some());
        }
        let is_missing = parsed.tree.nodes().iter().any(|node| node.kind == NodeKind::Missing);
        prop_assert!(!is_missing || !parsed.diagnostics.is_empty());
    }

    #[test]
    fn texts_parse_to_the_expected_trees(written in written()) {
        // Lists of children are written with commas in one of the dumps and with spaces in the other.
        let dump = dump(&written.text).replace(',', " ");
        prop_assert_eq!(dump, written.dump.replace(',', " "), "{}", written.text);
    }

    #[test]
    fn truncated_texts_have_errors_at_the_end_or_none(written in written(), cut in any::<prop::sample::Index>()) {
        // Texts are not cut within `==`: `mean(x,x)=` would begin a definition with two parameters `x`.
        let text = written.text.as_bytes();
        let splits_equality = |place: &usize| *place > 0 && text[place - 1..].starts_with(b"==");
        let places = written.text.char_indices().map(|(place, _)| place);
        let cuts: Vec<usize> = places.filter(|place| !splits_equality(place)).collect();
        let text = &written.text[..cuts[cut.index(cuts.len())]];
        if let Some(fault) = parse(text).diagnostics.first() {
            let is_quotation = fault.message.contains("quotation");
            let is_ambiguous = fault.message.contains("splits first");
            let rest = &text[fault.span.start..];
            let is_word = rest.chars().all(|character| character.is_alphanumeric());
            prop_assert!(fault.span.end == text.len() || is_quotation || is_ambiguous || is_word, "{text}: {fault:?}");
        }
    }

    #[test]
    fn redundant_brackets_change_nothing(written in written()) {
        let first = parse(&written.text).tree;
        let text = tree::expression(&written.text, &first);
        let second = parse(&text);
        prop_assert_eq!(&second.diagnostics, &[], "{}", text);
        prop_assert_eq!(tree::dump(&written.text, &first), tree::dump(&text, &second.tree));
    }
}
