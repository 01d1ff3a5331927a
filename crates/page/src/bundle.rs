//! The bundle of the page: its modules joined into a few scripts, and its style sheets into one.
//!
//! A browser learns which modules a module imports only after loading it. Without the bundle, the first view needs about
//! thirty requests in several rounds; with it, three. `app.js` contains the modules of the first view and the modules that
//! several sections share. Every other section has a script of its own, which is loaded when the section is opened. The
//! addresses contain a hash of the page, so browsers can cache the files indefinitely.
//!
//! The bundler supports only the module syntax that the page uses: named imports and exports, each on its own line, no import
//! cycles, and one expression that imports a section by its name. Anything else is an error. The bundler strips indentation and
//! type comments, so no string may span lines or contain `/** @`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// The module that starts the page.
const MAIN: &str = "js/main.js";
/// The folder of the sections, one module each.
const SECTIONS: &str = "js/pages/";
/// The section of the first view.
const FIRST: &str = "js/pages/home.js";
/// The expression with which the module [`MAIN`] loads a section.
const LOAD: &str = "import(`./pages/${name}.js`)";

/// Returns the files of the bundle by name: `index.html`, and scripts and styles in a folder named `v-` and a hash.
///
/// # Errors
///
/// Returns an error if a module is missing, is part of an import cycle, or uses syntax that the bundler does not support.
pub(crate) fn bundle(files: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, String> {
    let page = files.get("index.html").ok_or("there is no index.html")?;
    let sections: Vec<&str> =
        files.keys().map(String::as_str).filter(|name| name.starts_with(SECTIONS)).collect();
    let mut graph = Graph { files, modules: HashMap::new(), order: Vec::new() };
    for name in sections.iter().copied().chain([MAIN]) {
        graph.visit(name, &mut Vec::new())?;
    }
    let mut made = graph.scripts(&sections)?;
    let (html, sheets) = links(page);
    let sheets = sheets.iter().map(|name| Ok(without_indentation(read(files, name)?)));
    made.insert("app.css".to_owned(), sheets.collect::<Result<_, String>>()?);
    let folder =
        format!("v-{:016x}", BuildHasherDefault::<DefaultHasher>::default().hash_one((&made, &html)));
    let html = html.replace("{folder}", &folder);
    let mut found: BTreeMap<String, String> =
        made.into_iter().map(|(name, text)| (format!("{folder}/{name}"), text)).collect();
    found.insert("index.html".to_owned(), html);
    Ok(found)
}

/// Returns a script with a module and all modules that it imports, directly or indirectly.
///
/// # Errors
///
/// Fails like [`bundle`].
pub(crate) fn joined(files: &BTreeMap<String, String>, name: &str) -> Result<String, String> {
    let mut graph = Graph { files, modules: HashMap::new(), order: Vec::new() };
    graph.visit(name, &mut Vec::new())?;
    Ok(graph.order.iter().map(|name| graph.wrapped(name)).collect())
}

fn read<'a>(files: &'a BTreeMap<String, String>, name: &str) -> Result<&'a str, String> {
    files.get(name).map(String::as_str).ok_or_else(|| format!("there is no {name}"))
}

/// Returns a style sheet without indentation and full-line comments.
fn without_indentation(sheet: &str) -> String {
    let is_comment = |line: &str| line.starts_with("/*") && line.find("*/") == Some(line.len() - 2);
    let is_code = |line: &&str| !line.is_empty() && !is_comment(line);
    sheet.lines().map(str::trim).filter(is_code).map(|line| format!("{line}\n")).collect()
}

/// Returns a line of a script without indentation and type comments.
fn without_types(line: &str) -> String {
    let mut rest = line.trim();
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/** @") {
        let Some((_, after)) = comment.split_once("*/") else { break };
        code += before;
        rest = after.trim_start();
    }
    code + rest
}

/// Returns the page, with its links to style sheets and to the main module replaced by links to the bundle, and the names of
/// the sheets.
fn links(page: &str) -> (String, Vec<&str>) {
    let (mut html, mut sheets) = (String::new(), Vec::new());
    for line in page.lines() {
        let sheet =
            line.strip_prefix("<link rel=\"stylesheet\" href=\"").and_then(|rest| rest.strip_suffix("\">"));
        match sheet {
            Some(sheet) if sheets.is_empty() => {
                html += "<link rel=\"stylesheet\" href=\"{folder}/app.css\">\n";
                sheets.push(sheet);
            }
            Some(sheet) => sheets.push(sheet),
            None => {
                html += &format!("{}\n", line.replace(&format!("src=\"{MAIN}\""), "src=\"{folder}/app.js\""))
            }
        }
    }
    (html, sheets)
}

/// A parsed module.
struct Module<'a> {
    /// The identifier of the object that holds its exports.
    id: String,
    /// The paths of the modules that it imports, with the pattern of the imported names.
    imports: Vec<(String, String)>,
    exports: Vec<&'a str>,
    /// The code without comments, indentation, imports, and the word `export`.
    body: String,
}

/// All modules in topological order: each module follows the modules that it imports.
struct Graph<'a> {
    files: &'a BTreeMap<String, String>,
    modules: HashMap<String, Module<'a>>,
    order: Vec<String>,
}

impl Graph<'_> {
    fn visit(&mut self, name: &str, above: &mut Vec<String>) -> Result<(), String> {
        if self.modules.contains_key(name) {
            return Ok(());
        }
        if above.iter().any(|one| one == name) {
            return Err(format!("import cycle: {} -> {name}", above.join(" -> ")));
        }
        let missing = || format!("there is no {name}; import path: {}", above.join(" -> "));
        let text = self.files.get(name).ok_or_else(missing)?;
        let module = parse(name, text)?;
        above.push(name.to_owned());
        for (path, _) in &module.imports {
            self.visit(path, above)?;
        }
        above.pop();
        let id = format!("${}", self.order.len());
        self.order.push(name.to_owned());
        self.modules.insert(name.to_owned(), Module { id, ..module });
        Ok(())
    }

    /// Returns the names of a module and of all modules that it imports, directly or indirectly.
    fn needed<'b>(&'b self, name: &'b str) -> BTreeSet<&'b str> {
        let (mut found, mut unread) = (BTreeSet::new(), vec![name]);
        while let Some(name) = unread.pop() {
            if found.insert(name) {
                unread.extend(self.modules[name].imports.iter().map(|(path, _)| path.as_str()));
            }
        }
        found
    }

    /// Returns the script of the first view and a script for each other section, by name.
    fn scripts(&self, sections: &[&str]) -> Result<BTreeMap<String, String>, String> {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for name in sections.iter().flat_map(|section| self.needed(section)) {
            *count.entry(name).or_default() += 1;
        }
        let mut app: BTreeSet<&str> =
            count.iter().filter(|(_, count)| **count > 1).map(|(name, _)| *name).collect();
        let first = sections.iter().copied().filter(|&section| section == FIRST).chain([MAIN]);
        first.for_each(|name| app.extend(self.needed(name)));
        let join = |names: &BTreeSet<&str>| -> String {
            let order = self.order.iter().filter(|name| names.contains(name.as_str()) && *name != MAIN);
            order.map(|name| self.wrapped(name)).collect()
        };
        let mut made = BTreeMap::new();
        let mut shared = BTreeSet::new();
        for section in sections.iter().filter(|section| !app.contains(*section)) {
            let own: BTreeSet<&str> = self.needed(section).difference(&app).copied().collect();
            let imports = own.iter().flat_map(|name| &self.modules[*name].imports);
            let outside: BTreeSet<&str> = imports
                .filter(|(path, _)| app.contains(path.as_str()))
                .map(|(path, _)| self.id(path))
                .collect();
            let names = outside.iter().copied().collect::<Vec<_>>().join(",");
            let text = format!(
                "import{{{names}}}from\"./app.js\";\n{}export default {};\n",
                join(&own),
                self.id(section)
            );
            made.insert(format!("{}.js", stem(section)), text);
            shared.extend(outside);
        }
        let inside = sections.iter().filter(|section| app.contains(*section));
        let inside: Vec<String> =
            inside.map(|section| format!("{}:{}", stem(section), self.id(section))).collect();
        let main = &self.modules[MAIN];
        if !main.body.contains(LOAD) {
            return Err(format!("{MAIN} does not contain {LOAD}"));
        }
        let body = main.body.replace(LOAD, "$load(name)");
        let text = format!(
            "{}const $inside={{{}}};\nconst $load=async(name)=>$inside[name]??(await import(`./${{name}}.js`)).default;\n{}{body}export{{{}}};\n",
            join(&app),
            inside.join(","),
            self.imports(main),
            shared.into_iter().collect::<Vec<_>>().join(","),
        );
        made.insert("app.js".to_owned(), text);
        Ok(made)
    }

    fn id(&self, name: &str) -> &str {
        &self.modules[name].id
    }

    fn imports(&self, module: &Module) -> String {
        let line = |(path, names): &(String, String)| format!("const{{{names}}}={};\n", self.id(path));
        module.imports.iter().map(line).collect()
    }

    /// Returns a module as the definition of an object that holds its exports.
    fn wrapped(&self, name: &str) -> String {
        let module = &self.modules[name];
        let exports = module.exports.join(",");
        format!(
            "const {}=(()=>{{\n{}{}return{{{exports}}};\n}})();\n",
            module.id,
            self.imports(module),
            module.body
        )
    }
}

/// Returns the name of a section, given the path of its module.
fn stem(section: &str) -> &str {
    section.trim_start_matches(SECTIONS).trim_end_matches(".js")
}

fn parse<'a>(name: &str, text: &'a str) -> Result<Module<'a>, String> {
    let mut module =
        Module { id: String::new(), imports: Vec::new(), exports: Vec::new(), body: String::new() };
    let mut is_comment = false;
    for (line, number) in text.lines().zip(1..) {
        let wrong = |what: &str| format!("{name}:{number}: {what}: `{line}`");
        let trimmed = line.trim();
        // Drop full-line comments only: other comment delimiters may be within a string.
        if is_comment || (trimmed.starts_with("/*") && !trimmed.contains("*/")) {
            is_comment = !trimmed.ends_with("*/");
        } else if trimmed.starts_with("//")
            || (trimmed.starts_with("/*") && trimmed.find("*/") == Some(trimmed.len() - 2))
        {
            continue;
        } else if let Some(rest) = line.strip_prefix("import ") {
            let parts =
                rest.strip_prefix('{').and_then(|rest| rest.strip_suffix("\";")?.split_once("} from \""));
            let (names, path) = parts.ok_or_else(|| wrong("expected `import { names } from \"path\";`"))?;
            let path = resolved(name, path).ok_or_else(|| wrong("expected a relative path in the page"))?;
            module.imports.push((path, names.replace(" as ", ":")));
        } else if let Some(rest) = line.strip_prefix("export ") {
            let exported =
                exported(rest).ok_or_else(|| wrong("expected a function, a class or a constant"))?;
            module.exports.push(exported);
            module.body += &without_types(rest);
            module.body.push('\n');
        } else if line.contains(" import(") && !line.contains(LOAD) {
            return Err(wrong("only sections may be imported dynamically"));
        } else if !trimmed.is_empty() {
            module.body += &without_types(trimmed);
            module.body.push('\n');
        }
    }
    Ok(module)
}

/// Returns the name that a definition exports.
fn exported(definition: &str) -> Option<&str> {
    let definition = definition.strip_prefix("async ").unwrap_or(definition);
    let rest = ["function* ", "function ", "class ", "const "]
        .iter()
        .find_map(|word| definition.strip_prefix(word))?;
    let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '$')?;
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// Resolves an import of the module `from` to a path from the root of the page.
fn resolved(from: &str, path: &str) -> Option<String> {
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                folders.pop()?;
            }
            part => folders.push(part),
        }
    }
    path.starts_with('.').then(|| folders.join("/"))
}

#[cfg(test)]
mod tests;
