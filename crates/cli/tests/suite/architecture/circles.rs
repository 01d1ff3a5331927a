//! Cycles of dependencies between the files of a crate.
//!
//! A file depends on another file if it names an item of that file: by `use`, or by a path that begins with `crate`, `super`, `self`
//! or one of its own modules. An import through a re-export is a dependency on the file that defines the item. A re-export (`pub
//! use`) is a dependency only if the file also uses the name.

use super::sources::{Source, Written};
use std::collections::{BTreeMap, BTreeSet};

/// The files of a crate, by module.
pub(crate) struct Files<'s> {
    sources: &'s [Source],
    numbers: BTreeMap<&'s [String], usize>,
}

impl<'s> Files<'s> {
    pub(crate) fn new(sources: &'s [Source]) -> Self {
        let numbers = sources.iter().enumerate().map(|(number, source)| (&source.module[..], number));
        Files { sources, numbers: numbers.collect() }
    }

    /// Returns the path from the root of the crate, or `None` for a path to another crate or within a file.
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

    /// Returns the index of the file that defines the item of a path.
    fn target(&self, written: &Written) -> Option<usize> {
        let mut path = self.absolute(written)?;
        let mut seen = BTreeSet::new();
        loop {
            let length = (0..=path.len()).rev().find(|&length| self.numbers.contains_key(&path[..length]))?;
            let number = self.numbers[&path[..length]];
            // Re-exports that refer to each other in a cycle do not compile.
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

    /// Returns the path from which a file re-exports a name, if that path is in this crate.
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

    /// Returns the files on which a file depends.
    fn needs(&self, number: usize) -> BTreeSet<usize> {
        let source = &self.sources[number];
        let is_used = |name: &str| source.paths.iter().any(|written| written.path[0] == name);
        let imports = source.imports.iter();
        let imports = imports.filter(|import| !import.is_public || is_used(&import.name));
        let paths = source.paths.iter().filter(|written| written.path.len() > 1);
        let written = imports.map(|import| &import.written).chain(paths);
        written.filter_map(|written| self.target(written)).filter(|&target| target != number).collect()
    }

    /// Returns the strongly connected components of more than `most` files, by module.
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

/// Returns the files reachable from a file in at least one step.
fn reachable(direct: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut frontier = vec![from];
    while let Some(number) = frontier.pop() {
        frontier.extend(direct[number].iter().filter(|&&next| found.insert(next)));
    }
    found
}

/// Returns the cycles of more than two files in a crate with these modules and texts.
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
    // `crate::A` stands for `a::A`, `crate::B` for `b::B`, `crate::C` for `c::C`.
    assert_eq!(circles(&[("", &format!("{root} pub use c::C;")), a, b, c]), [["a", "b", "c"]]);
    assert!(circles(&[("", &format!("{root} pub use c::C;")), a, b, ("c", "pub struct C;")]).is_empty());
    // The root defines C itself and uses A.
    let found = circles(&[("", &format!("{root} pub struct C(A);")), a, b]);
    assert_eq!(found, [["a", "b", "crate"]]);
}

#[test]
fn two_files_may_need_each_other() {
    let files =
        [("", "mod a;"), ("a", "use self::b::B; pub struct A;"), ("a::b", "use super::A; pub struct B;")];
    assert!(circles(&files).is_empty());
}
