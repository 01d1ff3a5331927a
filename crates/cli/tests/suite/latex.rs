//! All LaTeX output of the program: its form, which is checked without TeX, and its compilation, if TeX is installed.

mod form;

use crate::common::{Temporary, run, stderr, stdout};
use std::io::Write;
use std::process::Command;
use winways::Calculator;
use winways::games::{entries, example_command};

/// The LaTeX output of a command.
struct Fragment {
    command: String,
    latex: String,
}

/// Returns the LaTeX output of a command, which must exit with one of `codes`.
fn printed(command: &str, codes: &[i32]) -> Fragment {
    let output = run(&format!("winways {command} --format latex"), "");
    let code = output.status.code();
    assert!(code.is_some_and(|code| codes.contains(&code)), "{command}: {code:?} {}", stderr(&output));
    Fragment { command: command.to_owned(), latex: stdout(&output) }
}

/// Returns the list of games, and the page and the solved example of each game.
fn catalogue() -> Vec<Fragment> {
    let mut fragments = vec![printed("games", &[0])];
    for entry in entries() {
        fragments.push(printed(&format!("games {}", entry.page.name), &[0]));
        fragments.push(printed(&format!("solve {} --moves 50", example_command(entry.page)), &[0]));
    }
    fragments
}

/// Returns the output of other commands: complete answers, and answers that a limit stopped.
fn answers() -> Vec<Fragment> {
    let answered = [
        "solve nim 1 2 3 --misere --explain",
        "solve nim 3 5 7 --explain",
        "solve domineering '...|...' --explain",
        "solve domineering '......|......|......' --moves 3",
        "solve hackenbush '0-1:g 1-2:b 1-3:r 0-0:b' --explain",
        "solve 'mnk(3,3,3)' '.x.|...|...' --explain",
        "solve 'awari(6)' 0 0 0 0 0 1 1 0 0 0 1 0 --explain",
        "solve nim 9 200 300 4000 --moves 2",
        "solve nim 0",
        "table kayles --up-to 1000 --prove",
        "table kayles --up-to 30 --from 15",
        "table kayles --up-to 300 --prove --summary",
        "table 'octal(0.077)' --up-to 80",
        "table king --up-to 3",
        "table wythoff --up-to 60",
        "table wythoff --up-to 60 --summary",
        "table 'subtract{1,3|1,2}' --up-to 60",
        "table 'octal(0.33|0.7)' --up-to 40 --from 3",
        "census --greatest 8",
        "verify nim bash wythoff --up-to 3",
        "games crates/games/rules/aliquot.game",
        "solve crates/games/rules/aliquot.game 12 30",
    ];
    let mut fragments: Vec<Fragment> = answered.iter().map(|command| printed(command, &[0])).collect();
    let partial = [
        "table grundy --up-to 50 --prove",
        "table 'octal(0.7|0.07)' --up-to 1e9 --memory 1MiB --summary",
        "solve domineering '........|........|........|........|........|........' --memory 1MiB",
    ];
    fragments.extend(partial.iter().map(|command| printed(command, &[3])));
    fragments
}

/// Returns the calculator's answers as LaTeX: formulas, or rows of a table.
fn values() -> Vec<Fragment> {
    let mut lines: Vec<&str> = Calculator::functions().iter().map(|function| function.example).collect();
    lines.extend([
        "nim(3,5)",
        "nim(3,3)",
        "domineering(\"...|...\")",
        "hackenbush(\"0-1:b 1-2:r\") + nim(4)",
        "chase(\"3 1 1 3 3\")",
        "uptimal(3 + 2.up_power(3) - up_power(2) + *3)",
        "uptimal(up_power(2))",
        "uptimal(0)",
        "structure({1/2||^*|-3/4,*2})",
        "sign_expansion(-11/16)",
        "dali(-2)",
        "thermograph({5||4|-2})",
        "[thermograph(1/2), [thermograph({3|-3||-5/4}), {1|-1} == 0, outcome(^)], parity(1/2)]",
        "born_by(2)",
        "up_power_to(2000)",
        "[{5||4|-2}, {3|1}+{10|1,*|||2}, -^3*2, vv, tiny(3), 2^*, -7/8, {1,{2|1}|-1,{-3|-4}}]",
        "tiny(tiny({2|tiny(1/4)})) + {5|{3|1/2||-2},*4|||-7}",
    ]);
    let output = run("winways eval --format latex", lines.join("\n"));
    let (answers, errors) = (stdout(&output), stderr(&output));
    assert_eq!((answers.lines().count(), errors.as_str()), (lines.len(), ""));
    let fragment = |(line, answer): (&&str, &str)| {
        let latex = match answer.ends_with("\\\\") {
            true => format!("\\begin{{tabular}}{{llll}}\n{answer}\n\\end{{tabular}}\n"),
            false => format!("${answer}$\n"),
        };
        Fragment { command: format!("eval '{line}'"), latex }
    };
    lines.iter().zip(answers.lines()).map(fragment).collect()
}

/// Returns pictures as TikZ.
fn pictures() -> Vec<Fragment> {
    let directory = Temporary::new();
    let drawn = |command: &str, option: &str| {
        let file = directory.path("picture.tex");
        let output = run(&format!("winways {command} {option} '{file}'"), "");
        assert!(output.status.success(), "{command}: {}", stderr(&output));
        let latex = std::fs::read_to_string(file).expect("a picture");
        Fragment { command: format!("{command} {option}"), latex }
    };
    let mut fragments: Vec<Fragment> =
        entries().map(|entry| drawn(&format!("solve {}", example_command(entry.page)), "--plot")).collect();
    for table in [
        "kayles --up-to 180",
        "kayles --up-to 5000",
        "'octal(0.33)' --up-to 3",
        "wythoff --up-to 12",
        "wythoff --up-to 120",
    ] {
        fragments.push(drawn(&format!("table {table}"), "--plot"));
    }
    fragments.push(drawn("solve chase 20 1 1 20 20", "--plot-counts"));
    for game in ["'{5||4|-2}'", "3/4", "'{9|-1/8||-6}'"] {
        fragments.push(drawn(&format!("eval {game}"), "--plot"));
    }
    fragments
}

/// Returns reports about a table on disk.
fn databases() -> Vec<Fragment> {
    let directory = Temporary::new();
    let path = directory.path("awari_3");
    let build = format!("database build 'awari(3)' --out '{path}'");
    let commands = [
        build,
        format!("database info '{path}'"),
        format!("database list '{}'", directory.root()),
        format!("database count '{path}' 0 0 0 0 0 1 1 0 0 0 1 0"),
        format!("database query '{path}' 0 0 0 0 0 1 1 0 0 0 1 0"),
        format!("database verify '{path}'"),
    ];
    commands.iter().map(|command| printed(command, &[0])).collect()
}

fn all() -> Vec<Fragment> {
    [catalogue(), answers(), values(), databases(), pictures()].into_iter().flatten().collect()
}

#[test]
fn everything_is_well_formed() {
    for Fragment { command, latex } in all() {
        assert!(!latex.trim().is_empty(), "{command}: nothing");
        if let Some(fault) = form::fault(&latex) {
            panic!("{command}: {fault}");
        }
        // Values are in math mode.
        for line in latex.lines().filter(|line| line.starts_with("value & ")) {
            assert!(line.starts_with("value & $"), "{command}: {line}");
        }
    }
}

/// Returns `true` if a program can be started.
fn can_run(program: &str, argument: &str) -> bool {
    Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success())
}

#[test]
fn tex_takes_everything() {
    let has_tikz = || can_run("kpsewhich", "tikz.sty");
    let program = match can_run("pdflatex", "--version") && has_tikz() {
        true => "pdflatex -interaction=nonstopmode -halt-on-error",
        false if can_run("tectonic", "--version") => "tectonic --only-cached --keep-logs",
        false => {
            // The test harness captures the output of print macros, so this writes to stderr directly.
            let skipped = "skipped: there is neither pdflatex with the package tikz nor tectonic, so nothing is compiled";
            writeln!(std::io::stderr(), "{skipped}").expect("stderr can be written");
            return;
        }
    };
    let mut document = String::from("\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n");
    for Fragment { command, latex } in all() {
        // Fragments are self-contained: the next one begins a paragraph outside all groups.
        document += &format!(
            "\\typeout{{winways: {}}}\n\\par\n{latex}\n",
            command.replace(['\\', '{', '}', '#', '%', '^', '~'], " ")
        );
    }
    document += "\\end{document}\n";
    let directory = Temporary::new();
    std::fs::write(directory.at("all.tex"), document).expect("the document can be written");
    let output = run(&format!("cd '{}' && {program} all.tex", directory.root()), "");
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    let start = log.find("\n!").map_or(0, |at| log[..at].rfind("winways: ").unwrap_or(at));
    let end = log[start..].char_indices().nth(1500).map_or(log.len(), |(at, _)| start + at);
    assert!(output.status.success(), "{}{}", &log[start..end], stderr(&output));
}
