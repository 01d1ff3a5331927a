//! Tests that every conformance case has the expected output, ignoring white space at the ends of lines and of the
//! file.

use std::fs;
use std::path::{Path, PathBuf};

fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn inputs(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "in")).collect()
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

#[test]
fn conformance_cases_pass() {
    let mut count = 0;
    for entry in fs::read_dir(cases()).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let problem = winways_problems::find(&name).unwrap_or_else(|| panic!("there is no problem {name}"));
        for input in inputs(&folder) {
            let text = fs::read_to_string(&input).unwrap();
            let expected = fs::read_to_string(input.with_extension("out")).unwrap();
            let output = problem.judge(&text).unwrap_or_else(|error| panic!("{}: {error}", input.display()));
            assert!(trimmed(&output) == trimmed(&expected), "{} differs", input.display());
            count += 1;
        }
    }
    assert!(count > 150, "only {count} cases");
}

#[test]
fn input_cut_off_anywhere_never_panics() {
    for problem in winways_problems::problems() {
        for input in inputs(&cases().join(problem.name)) {
            let text = fs::read_to_string(&input).unwrap();
            // Every position in a short input, some positions in a long one.
            let step = text.len() / 200 + 1;
            for end in (0..text.len()).step_by(step).filter(|&end| text.is_char_boundary(end)) {
                if let Err(diagnostic) = problem.judge(&text[..end]) {
                    assert!(diagnostic.span.start <= end, "{} cut at {end}", input.display());
                }
            }
        }
    }
}

#[test]
fn errors_point_at_wrong_words() {
    for problem in winways_problems::problems() {
        let (sample, _) = problem.sample;
        let text = format!("{} ?!", sample.trim_end());
        let diagnostic = problem.judge(&text).unwrap_err();
        assert_eq!(&text[diagnostic.span.range()], "?!", "{}", problem.name);
    }
}
