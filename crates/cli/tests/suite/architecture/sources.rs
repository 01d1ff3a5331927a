//! Source files as the architecture tests see them: imports, paths and definitions, without test-only code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, File, Ident, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// A path and the module in which it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// The module from the root of the crate.
    pub(crate) module: Vec<String>,
    /// The segments, such as `["std", "fs"]`; a glob ends with `*`.
    pub(crate) path: Vec<String>,
}

/// A single name imported by a `use` declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) written: Written,
    /// The name in this file; `*` for a glob.
    pub(crate) name: String,
    /// `true` if other files can import the name: `pub use`, `pub(crate) use`.
    pub(crate) is_public: bool,
}

/// A source file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    /// The module of the file, from the root of the crate.
    pub(crate) module: Vec<String>,
    pub(crate) imports: Vec<Import>,
    /// The paths of expressions, types, patterns and bounds, and those in the tokens of macros.
    pub(crate) paths: Vec<Written>,
    /// The names of the macros that are invoked.
    pub(crate) macros: BTreeSet<String>,
    /// The names of the top-level items of the file.
    pub(crate) items: BTreeSet<String>,
}

/// Returns every Rust file below a folder, in the order of the paths.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the text of a file.
pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the sources of a crate, except for files compiled only for tests.
pub(crate) fn sources(src: &Path) -> Vec<Source> {
    let (mut sources, mut for_tests) = (Vec::new(), Vec::new());
    for path in rust_files(src) {
        let module = module_of(path.strip_prefix(src).expect("a file of the crate"));
        let (source, tests) =
            Source::parse(&read(&path), module).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        sources.push(Source { path, ..source });
        for_tests.extend(tests);
    }
    sources.retain(|source| !for_tests.iter().any(|test| source.module.starts_with(test)));
    sources
}

/// Returns the module of a file, given its path from `src`.
fn module_of(path: &Path) -> Vec<String> {
    let parts = path.with_extension("");
    let mut module: Vec<String> = parts.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let is_root = module.len() == 1 && ["lib", "main"].contains(&module[0].as_str());
    if is_root || module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

impl Source {
    /// Parses the file of a module. Also returns the modules that the file declares for tests only.
    pub(crate) fn parse(text: &str, module: Vec<String>) -> syn::Result<(Source, Vec<Vec<String>>)> {
        let file: File = syn::parse_str(text)?;
        let mut reader = Reader {
            source: Source { module: module.clone(), ..Source::default() },
            module,
            for_tests: Vec::new(),
        };
        reader.source.items = file.items.iter().filter_map(name_of_item).collect();
        reader.visit_file(&file);
        Ok((reader.source, reader.for_tests))
    }
}

/// Returns the name that an item defines in its module.
fn name_of_item(item: &Item) -> Option<String> {
    let name: &Ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        // A module in another file is defined by that file.
        Item::Mod(item) if item.content.is_some() => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Returns `true` if an item with these attributes is compiled for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<Ident>().is_ok_and(|condition| condition == "test")
    })
}

/// Returns the attributes of an item that may be test-only.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

struct Reader {
    source: Source,
    /// The current module: the module of the file, or an inline module in it.
    module: Vec<String>,
    for_tests: Vec<Vec<String>>,
}

impl Reader {
    /// Adds the names of a `use` tree below `path`.
    fn flatten(&mut self, tree: &UseTree, path: &[String], is_public: bool) {
        let longer = |name: &Ident| [path, &[name.to_string()]].concat();
        let (path, name) = match tree {
            UseTree::Path(inner) => return self.flatten(&inner.tree, &longer(&inner.ident), is_public),
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.flatten(tree, path, is_public));
            }
            // `use a::{self}` names `a`.
            UseTree::Name(leaf) if leaf.ident == "self" => {
                (path.to_vec(), path.last().cloned().unwrap_or_default())
            }
            UseTree::Name(leaf) => (longer(&leaf.ident), leaf.ident.to_string()),
            UseTree::Rename(leaf) if leaf.ident == "self" => (path.to_vec(), leaf.rename.to_string()),
            UseTree::Rename(leaf) => (longer(&leaf.ident), leaf.rename.to_string()),
            UseTree::Glob(_) => ([path, &["*".to_owned()]].concat(), "*".to_owned()),
        };
        let written = Written { module: self.module.clone(), path };
        self.source.imports.push(Import { written, name, is_public });
    }

    fn add_path(&mut self, path: Vec<String>) {
        self.source.paths.push(Written { module: self.module.clone(), path });
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        } else if let Item::Mod(item) = item {
            self.for_tests.push([&self.module[..], &[item.ident.to_string()]].concat());
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.flatten(&item.tree, &[], !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.add_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let name = call.path.segments.last().map(|segment| segment.ident.to_string());
        self.source.macros.extend(name);
        for path in paths_of_tokens(&call.tokens.to_string()) {
            // Invocations within a macro's tokens count too.
            match path.as_slice() {
                [name] if name.ends_with('!') => {
                    self.source.macros.insert(name.trim_end_matches('!').to_owned());
                }
                _ => self.add_path(path),
            }
        }
        visit::visit_macro(self, call);
    }

    // Doc comments are attributes here and contain no code.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// Returns the paths in the text of tokens, outside of literals. The name of an invoked macro ends with `!`.
fn paths_of_tokens(text: &str) -> Vec<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    let mut continues = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => literal(rest),
            _ if first.is_alphabetic() || first == '_' => {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        if first.is_alphabetic() || first == '_' {
            match paths.last_mut().filter(|_| continues) {
                Some(path) => path.push(token.to_owned()),
                None => paths.push(vec![token.to_owned()]),
            }
            continues = false;
            let next = rest.trim_start();
            if let Some(after) = next.strip_prefix("::") {
                continues = true;
                rest = after.trim_start();
            } else if next.starts_with('!')
                && !next.starts_with("!=")
                && let [name] = &mut paths.last_mut().expect("it was pushed")[..]
            {
                name.push('!');
            }
        } else if !first.is_whitespace() {
            continues = false;
        }
    }
    paths
}

/// Returns the length of the string literal at the start of a text.
fn literal(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the paths of the imports of a text, as `a::b as name`.
#[cfg(test)]
fn imports(text: &str) -> Vec<String> {
    let (source, _) = Source::parse(text, Vec::new()).expect("it is a program");
    let show = |import: &Import| format!("{} as {}", import.written.path.join("::"), import.name);
    source.imports.iter().map(show).collect()
}

#[test]
fn grouped_imports_are_flattened() {
    let text = "use std::{fs, io::{self, Read as R, prelude::*}}; pub use a::b; mod inner { use super::c::{self as d}; }";
    let expected = [
        "std::fs as fs",
        "std::io as io",
        "std::io::Read as R",
        "std::io::prelude::* as *",
        "a::b as b",
        "super::c as d",
    ];
    assert_eq!(imports(text), expected);
}

#[test]
fn what_only_tests_compile_is_left_out() {
    let text = "#[cfg(test)] use a::b; #[cfg(test)] mod tests { use c::d; } #[cfg(feature = \"x\")] use e::f;
        #[cfg(test)] mod elsewhere;";
    assert_eq!(imports(text), ["e::f as f"]);
    let (_, for_tests) = Source::parse(text, vec!["m".to_owned()]).unwrap();
    assert_eq!(for_tests, [["m", "tests"], ["m", "elsewhere"]]);
}

#[test]
fn paths_in_macros_are_seen() {
    let text = "fn f() { assert!(a != 1, \"{} std::env\", std::fs::read(super :: x)); vec![print!(\"\")]; }";
    let (source, _) = Source::parse(text, Vec::new()).unwrap();
    let paths: Vec<String> = source.paths.iter().map(|written| written.path.join("::")).collect();
    for path in ["std::fs::read", "super::x"] {
        assert!(paths.contains(&path.to_owned()), "{paths:?}");
    }
    assert!(!paths.iter().any(|path| path.contains("env")), "{paths:?}");
    let macros: Vec<&str> = source.macros.iter().map(String::as_str).collect();
    assert_eq!(macros, ["assert", "print", "vec"]);
}

#[test]
fn modules_are_those_of_the_paths() {
    let module = |path: &str| module_of(Path::new(path)).join("::");
    let found = ["lib.rs", "main.rs", "a.rs", "a/mod.rs", "a/b.rs", "a/lib.rs"].map(module);
    assert_eq!(found, ["", "", "a", "a", "a::b", "a::lib"]);
}
