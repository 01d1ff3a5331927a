//! Circles of files: which file of a crate needs which, and which need each other.
//!
//! A file needs another one where it names something of it: by `use`, or by a path that begins with `crate`, `super`, `self` or
//! a module of its own. What is named through a file that only hands it on is needed from where it is defined, and handing a
//! name on (`pub use`) is no need.

use crate::sources::{Source, Written};
use std::collections::{BTreeMap, BTreeSet};

/// The files of a crate, by their modules.
pub(crate) struct Files<'s> {
    sources: &'s [Source],
    numbers: BTreeMap<&'s [String], usize>,
}

impl<'s> Files<'s> {
    pub(crate) fn new(sources: &'s [Source]) -> Self {
        let numbers = sources.iter().enumerate().map(|(number, source)| (&source.module[..], number));
        Files { sources, numbers: numbers.collect() }
    }

    /// The path from the root of the crate; `None` for what belongs to another crate, or is no path between files.
    fn absolute(&self, written: &Written) -> Option<Vec<String>> {
        let Written { module, path } = written;
        let mut base = module.clone();
        let mut rest = &path[..];
        match rest.first()?.as_str() {
            "crate" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|segment| segment == "super") {
                    base.pop()?;
                    rest = &rest[1..];
                }
            }
            child => {
                let inner = [&module[..], &[child.to_owned()]].concat();
                if !self.numbers.contains_key(&inner[..]) {
                    return None;
                }
            }
        }
        Some([&base, rest].concat())
    }

    /// The file in which what a path names is defined.
    fn target(&self, written: &Written) -> Option<usize> {
        let mut path = self.absolute(written)?;
        let mut seen = BTreeSet::new();
        loop {
            let length = (0..=path.len()).rev().find(|&length| self.numbers.contains_key(&path[..length]))?;
            let number = self.numbers[&path[..length]];
            // A circle of names that are handed on is no program.
            if !seen.insert(path.clone()) {
                return Some(number);
            }
            let Some(name) = path.get(length) else { return Some(number) };
            match self.handed_on(number, name) {
                Some(next) => path = [&next, &path[length + 1..]].concat(),
                None => return Some(number),
            }
        }
    }

    /// Where a name that a file does not define comes from, if that is in this crate.
    fn handed_on(&self, number: usize, name: &str) -> Option<Vec<String>> {
        let source = &self.sources[number];
        if source.items.contains(name) {
            return None;
        }
        let at_the_top = || source.imports.iter().filter(|import| import.written.module == source.module);
        if let Some(import) = at_the_top().find(|import| import.name == name) {
            return self.absolute(&import.written);
        }
        let globs = at_the_top().filter(|import| import.name == "*");
        globs.filter_map(|glob| self.absolute(&glob.written)).find_map(|mut path| {
            path.pop();
            let inner = &self.sources[*self.numbers.get(&path[..])?];
            let has = inner.items.contains(name) || inner.imports.iter().any(|import| import.name == name);
            has.then(|| [&path[..], &[name.to_owned()]].concat())
        })
    }

    /// The files that a file needs.
    fn needs(&self, number: usize) -> BTreeSet<usize> {
        let source = &self.sources[number];
        let is_used = |name: &str| source.paths.iter().any(|written| written.path[0] == name);
        let imports = source.imports.iter();
        let imports = imports.filter(|import| !import.is_public || is_used(&import.name));
        let paths = source.paths.iter().filter(|written| written.path.len() > 1);
        let written = imports.map(|import| &import.written).chain(paths);
        written.filter_map(|written| self.target(written)).filter(|&target| target != number).collect()
    }

    /// The sets of more than `most` files each of which needs all the others, directly or not, by their modules.
    pub(crate) fn circles(&self, most: usize) -> Vec<Vec<String>> {
        let count = self.sources.len();
        let direct: Vec<BTreeSet<usize>> = (0..count).map(|number| self.needs(number)).collect();
        let reachable: Vec<BTreeSet<usize>> = (0..count).map(|number| reachable(&direct, number)).collect();
        let mut circles = BTreeSet::new();
        for number in 0..count {
            let mutual: Vec<usize> = reachable[number]
                .iter()
                .copied()
                .filter(|&other| reachable[other].contains(&number))
                .collect();
            if mutual.len() > most {
                circles.insert(mutual);
            }
        }
        let name = |number: usize| match &self.sources[number].module[..] {
            [] => "crate".to_owned(),
            module => module.join("::"),
        };
        let mut circles: Vec<Vec<String>> =
            circles.into_iter().map(|circle| circle.into_iter().map(name).collect()).collect();
        circles.iter_mut().for_each(|circle| circle.sort());
        circles.sort();
        circles
    }
}

/// What is reachable from a file in one step or more.
fn reachable(direct: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut frontier = vec![from];
    while let Some(number) = frontier.pop() {
        frontier.extend(direct[number].iter().filter(|&&next| found.insert(next)));
    }
    found
}

/// The circles of more than two files in a crate of these modules and texts.
#[cfg(test)]
fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let source = |(module, text): &(&str, &str)| {
        let module = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        Source::parse(text, module).expect("it is a program").0
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    Files::new(&sources).circles(2)
}

#[test]
fn three_files_that_need_each_other_are_found() {
    let found = circles(&[
        ("", "mod a; mod b; mod c;"),
        ("a", "use crate::{b::B, std};"),
        ("b", "use super::c; pub struct B;"),
        ("c", "fn f() { vec![crate::a::x()]; }"),
    ]);
    assert_eq!(found, [["a", "b", "c"]]);
}

#[test]
fn handing_names_on_is_no_need_but_using_them_is() {
    let root = "pub use a::A; pub use b::*;";
    let (a, b) = (("a", "use crate::B; pub struct A;"), ("b", "use crate::C; pub struct B;"));
    let c = ("c", "pub struct C; use crate::A;");
    // `crate::A` is a name for `a::A`, `crate::B` one for `b::B`, `crate::C` one for `c::C`.
    assert_eq!(circles(&[("", &format!("{root} pub use c::C;")), a, b, c]), [["a", "b", "c"]]);
    assert!(circles(&[("", &format!("{root} pub use c::C;")), a, b, ("c", "pub struct C;")]).is_empty());
    // Here the root defines C itself, and uses A.
    let found = circles(&[("", &format!("{root} pub struct C(A);")), a, b]);
    assert_eq!(found, [["a", "b", "crate"]]);
}

#[test]
fn two_files_may_need_each_other() {
    let files =
        [("", "mod a;"), ("a", "use self::b::B; pub struct A;"), ("a::b", "use super::A; pub struct B;")];
    assert!(circles(&files).is_empty());
}
