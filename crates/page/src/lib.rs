//! The files of the page, which are in the folder `files`, and their bundle. The server, static sites, notebooks and the
//! npm package get their scripts from this crate.

#![forbid(unsafe_code)]

mod bundle;

use rust_embed::Embed;
use std::collections::BTreeMap;

#[derive(Embed)]
#[folder = "files"]
struct Page;

/// Returns the files of the source tree by path. A build with debug assertions reads them from disk on each call.
pub fn source_files() -> BTreeMap<String, Vec<u8>> {
    Page::iter().filter_map(|name| Some((name.to_string(), Page::get(&name)?.data.into_owned()))).collect()
}

fn texts() -> BTreeMap<String, String> {
    let text = |(name, data)| Some((name, String::from_utf8(data).ok()?));
    source_files().into_iter().filter_map(text).collect()
}

/// Returns the files that a browser needs, by path: the bundle, and the other files that the page fetches.
///
/// # Errors
/// Returns an error if the page cannot be bundled.
///
/// ```
/// let files = winways_page::bundled_files()?;
/// assert!(files.contains_key("index.html") && files.contains_key("lessons/nim.md"));
/// assert!(!files.contains_key("js/main.js"));
/// # Ok::<(), String>(())
/// ```
pub fn bundled_files() -> Result<BTreeMap<String, Vec<u8>>, String> {
    let bundled = bundle::bundle(&texts())?.into_iter().map(|(name, text)| (name, text.into_bytes()));
    let is_bundled = |name: &str| name.starts_with("js/") || name.starts_with("css/");
    let others = source_files().into_iter().filter(|(name, _)| !is_bundled(name));
    Ok(others.chain(bundled).collect())
}

/// Returns a script with a module of the page and all modules that it imports, directly or indirectly.
///
/// # Errors
/// Returns an error if a module is missing or cannot be joined.
///
/// ```
/// let script = winways_page::script("js/board/board-view.js")?;
/// assert!(script.contains("customElements.define(\"ww-board\""));
/// assert!(winways_page::script("js/nothing.js").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn script(module: &str) -> Result<String, String> {
    bundle::joined(&texts(), module)
}

/// Returns the concatenated text of style sheets of the page.
///
/// # Errors
/// Returns an error if a sheet is missing.
pub fn styles(names: &[&str]) -> Result<String, String> {
    let texts = texts();
    let text = |name: &&str| texts.get(*name).cloned().ok_or_else(|| format!("there is no {name}"));
    names.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_bundled() {
        let made = bundled_files().expect("the page is bundled");
        let scripts = made.keys().filter(|name| name.starts_with("v-")).count();
        assert!(scripts > 5, "{:?}", made.keys());
    }
}
