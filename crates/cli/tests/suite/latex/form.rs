//! Checks the form of LaTeX output without TeX: groups, environments and math are properly nested, all commands are known, and
//! special characters are escaped in text.

/// The commands that the program writes outside pictures; all are in the LaTeX kernel.
const COMMANDS: &str = "ast backslash begin cdot Downarrow downarrow end frac ge hline in infty item ldots le \
    left leftarrow langle leftrightarrow lfloor linewidth lceil mapsto mathbf mathbin mathcal mathrm mid ne noindent oplus paragraph pm quad rangle \
    rceil rfloor right surd textasciicircum textasciitilde textbackslash times to Uparrow uparrow varphi vcenter \
    vdash vert alpha beta gamma delta varepsilon pi omega equiv";
/// Commands that are allowed only in pictures: those of TikZ, and those for font sizes.
const OF_PICTURES: &str = "definecolor draw fill fontsize node path selectfont small";
const ENVIRONMENTS: &str = "array description tabular tikzpicture";

/// An open group, environment or formula.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Open {
    Group,
    /// A group of text, possibly within math.
    Text,
    Mathematics,
    Environment(String),
    Left,
}

/// Returns a description of the first error in a fragment for text mode, or `None` if it is valid.
pub(crate) fn fault(latex: &str) -> Option<String> {
    let mut form = Form { rest: latex, open: Vec::new() };
    let fault = form.read().err();
    let fault = fault.or_else(|| form.open.last().map(|open| format!("{open:?} is not ended")));
    let read = latex.len() - form.rest.len();
    let start = latex[..read].char_indices().rev().nth(80).map_or(0, |(at, _)| at);
    fault.map(|fault| format!("{fault}: {}", &latex[start..read]))
}

struct Form<'l> {
    rest: &'l str,
    open: Vec<Open>,
}

impl Form<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn read(&mut self) -> Result<(), String> {
        let mut is_line_start = true;
        while let Some(letter) = self.next() {
            match letter {
                '\\' => self.command()?,
                '{' => self.open.push(Open::Group),
                '}' if self.open.last() == Some(&Open::Text) => self.close(&Open::Text)?,
                '}' => self.close(&Open::Group)?,
                '$' if self.open.last() == Some(&Open::Mathematics) => self.close(&Open::Mathematics)?,
                '$' if self.is_mathematics() => return Err("$ within mathematics".to_owned()),
                '$' => self.open.push(Open::Mathematics),
                '%' if is_line_start => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.rest = &self.rest[end..];
                }
                '&' if self.has_columns() => {}
                '_' | '^' if self.is_mathematics() => {}
                '<' | '>' | '|' if self.is_mathematics() => {}
                '_' | '^' | '&' | '#' | '%' | '~' | '<' | '>' | '|' => {
                    return Err(format!("an unescaped {letter}"));
                }
                '–' | '‘' | '’' | '“' | '”' | 'à'..='ÿ' | 'À'..='ß' if !self.is_mathematics() =>
                    {}
                _ if !letter.is_ascii() => return Err(format!("{letter} is not known to every LaTeX")),
                _ if letter.is_control() && letter != '\n' => return Err("a control character".to_owned()),
                _ => {}
            }
            is_line_start = letter == '\n';
        }
        Ok(())
    }

    /// Returns `true` in math mode, but not in text within math, such as in `\mbox`.
    fn is_mathematics(&self) -> bool {
        let report = self.open.iter().rev().find_map(|open| match open {
            Open::Mathematics => Some(true),
            Open::Environment(name) => Some(name == "array"),
            Open::Text => Some(false),
            Open::Group | Open::Left => None,
        });
        report.unwrap_or(false)
    }

    fn has_columns(&self) -> bool {
        let inner = self.open.iter().rev().find(|open| matches!(open, Open::Environment(_)));
        matches!(inner, Some(Open::Environment(name)) if name == "tabular" || name == "array")
    }

    fn close(&mut self, expected: &Open) -> Result<(), String> {
        match self.open.pop() {
            Some(open) if open == *expected => Ok(()),
            open => Err(format!("the end of {expected:?} within {open:?}")),
        }
    }

    fn command(&mut self) -> Result<(), String> {
        let length = self.rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        if length == 0 {
            return match self.next() {
                Some('{' | '}' | '%' | '$' | '&' | '#' | '_' | '\\' | ',' | ' ' | '|') => Ok(()),
                other => Err(format!("the command \\{}", other.unwrap_or(' '))),
            };
        }
        let name = &self.rest[..length];
        self.rest = &self.rest[length..];
        let in_picture = self.open.contains(&Open::Environment("tikzpicture".to_owned()));
        match name {
            "begin" => {
                let name = self.argument()?;
                if !ENVIRONMENTS.split_whitespace().any(|known| known == name) {
                    return Err(format!("the environment {name}"));
                }
                if name == "tabular" || name == "array" {
                    self.columns()?;
                }
                self.open.push(Open::Environment(name));
            }
            "end" => {
                let name = self.argument()?;
                self.close(&Open::Environment(name))?;
            }
            "left" => self.open.push(Open::Left),
            "right" => self.close(&Open::Left)?,
            "mbox" | "hbox" | "texttt" => match self.next() {
                Some('{') => self.open.push(Open::Text),
                _ => return Err(format!("no group behind \\{name}")),
            },
            _ if COMMANDS.split_whitespace().any(|known| known == name) => {}
            _ if in_picture && OF_PICTURES.split_whitespace().any(|known| known == name) => {}
            _ => return Err(format!("the command \\{name}")),
        }
        Ok(())
    }

    /// Reads the plain argument of a command.
    fn argument(&mut self) -> Result<String, String> {
        let inner = self.rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let (argument, rest) = inner.ok_or("no argument")?;
        self.rest = rest;
        Ok(argument.to_owned())
    }

    /// Reads the columns of a table, such as `{r|lp{0.5\linewidth}}`.
    fn columns(&mut self) -> Result<(), String> {
        let mut depth = 0;
        let end = self.rest.find(|letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            depth == 0
        });
        let (columns, rest) = self.rest.split_at(end.ok_or("no columns")? + 1);
        let columns = columns.replace("p{0.75\\linewidth}", "l").replace("p{0.5\\linewidth}", "l");
        let is_plain = columns.trim_matches(['{', '}']).chars().all(|letter| "rcl|".contains(letter));
        self.rest = rest;
        is_plain.then_some(()).ok_or(format!("the columns {columns}"))
    }
}

#[test]
fn what_tex_refuses_is_found() {
    for good in [
        "a\\_b $a_b^2$ \\{\\} \\begin{tabular}{r|ll}\na & b \\\\ \\hline\n\\end{tabular}",
        "% any_thing {\n$\\left\\{0\\mid \\frac{1}{2}\\right\\}$",
        "Guy–Smith, misère",
    ] {
        assert_eq!(fault(good), None, "{good}");
    }
    for bad in [
        "a_b",
        "50 %",
        "a & b",
        "#1",
        "~",
        "^",
        "a|b",
        "{",
        "}",
        "$",
        "$a",
        "$é$",
        "→",
        "\\nosuch",
        "\\begin{nosuch}",
        "\\begin{tabular}{l}",
        "{\\begin{tabular}{l}}\\end{tabular}",
        "$\\left($",
        "$\\right)$",
        "\\draw",
        "\\^",
        "{$}$",
        "\\end{tabular}",
        "\u{7}",
        "\\begin{tabular}{xyz}\\end{tabular}",
    ] {
        assert!(fault(bad).is_some(), "{bad}");
    }
}
