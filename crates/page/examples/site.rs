//! Writes the page and the book as a static site. `scripts/site` runs this program.
//!
//! `site ENGINE OUT`: ENGINE is the folder that `crates/wasm/build` creates, and OUT is the folder of the site.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The files of the site by their paths.
type Files = BTreeMap<String, Vec<u8>>;

/// The server's content security policy, extended for WebAssembly and without the directives that a `<meta>` tag cannot set.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'; object-src 'none'";

fn main() -> Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [engine, out] = &arguments[..] else { return Err("usage: site ENGINE OUT".into()) };
    for (name, data) in site(&read_folder(engine)?)? {
        let path = out.join(name);
        fs::create_dir_all(path.parent().ok_or("a file has no folder")?)?;
        fs::write(path, data)?;
    }
    Ok(())
}

fn site(engine: &Files) -> Result<Files> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let assets = root.join("crates/wasm/site");
    let mut files = winways_page::bundled_files()?;
    let folder = format!("engine-{:016x}", hash(engine));
    for (name, data) in engine.iter().filter(|(name, _)| !name.ends_with(".d.ts")) {
        files.insert(format!("{folder}/{name}"), data.clone());
    }
    let page = String::from_utf8(files.remove("index.html").ok_or("there is no page")?)?;
    let sheet =
        files.keys().find(|name| name.ends_with("/app.css")).ok_or("there is no style sheet")?.clone();
    files.insert("index.html".to_owned(), start(&page, &folder).into_bytes());
    files.insert("book/book.css".to_owned(), fs::read(assets.join("book.css"))?);
    files.insert("book/book.js".to_owned(), fs::read(assets.join("book.js"))?);
    files.extend(book(&root.join("docs"), &sheet)?);
    files.insert("share.png".to_owned(), fs::read(root.join("docs/pictures/board.png"))?);
    let worker = fs::read_to_string(assets.join("sw.js"))?;
    files.insert("sw.js".to_owned(), service_worker(&worker, &files).into_bytes());
    files.insert("robots.txt".to_owned(), fs::read(assets.join("robots.txt"))?);
    Ok(files)
}

/// Returns the service worker with the list of files that it caches for offline visits.
fn service_worker(worker: &str, files: &Files) -> String {
    let is_kept = |name: &&String| ![".png", ".certificate", ".ipynb"].iter().any(|end| name.ends_with(end));
    let kept = files.keys().filter(is_kept).map(String::as_str).chain(["./"]);
    let list = kept.map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    worker.replace("/* FILES */", &list).replace("/* VERSION */", &format!("{:016x}", hash(files)))
}

fn hash(files: &Files) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(files)
}

fn read_folder(folder: &Path) -> Result<Files> {
    let entry = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
    };
    fs::read_dir(folder)?.map(entry).collect()
}

/// Returns the page with its policy, its picture for sharing, the engine's start script, and a link to the book.
fn start(page: &str, engine: &str) -> String {
    let head = format!(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">\n\
         <meta property=\"og:title\" content=\"Winways\">\n<meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:description\" content=\"Combinatorial games: who wins, which moves win, and why.\">\n\
         <meta property=\"og:image\" content=\"share.png\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">"
    );
    let script =
        format!("<script type=\"module\" src=\"{engine}/site.js\"></script>\n<script type=\"module\"");
    page.replacen("<meta charset=\"utf-8\">", &head, 1)
        .replacen("<script type=\"module\"", &script, 1)
        .replacen("</nav>", "<a href=\"book/README.html\">Book</a>\n</nav>", 1)
}

/// Returns the pages of the book as HTML, their pictures, and the search index.
fn book(docs: &Path, sheet: &str) -> Result<Files> {
    let mut files = Files::new();
    let mut sections = Vec::new();
    let mut unread = vec![String::new()];
    while let Some(below) = unread.pop() {
        for entry in fs::read_dir(docs.join(&below))? {
            let entry = entry?;
            let name = format!("{below}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                unread.push(format!("{name}/"));
            } else if let Some(page) = name.strip_suffix(".md") {
                let page = format!("{page}.html");
                let made = Page::new(&page, &fs::read_to_string(entry.path())?);
                files.insert(format!("book/{page}"), made.html(sheet).into_bytes());
                sections.extend(made.sections);
            } else {
                files.insert(format!("book/{name}"), fs::read(entry.path())?);
            }
        }
    }
    sections.sort_by_key(|section| section["page"].to_string());
    files.insert("book/search.json".to_owned(), Value::Array(sections).to_string().into_bytes());
    Ok(files)
}

/// A page of the book.
struct Page {
    /// The path from the page to the root of the site.
    root: String,
    title: String,
    body: String,
    /// The sections for the search.
    sections: Vec<Value>,
}

impl Page {
    fn new(path: &str, text: &str) -> Page {
        let depth = path.matches('/').count();
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
        let mut events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
        let mut title = String::new();
        let mut sections = Vec::new();
        // The start of an open heading, and the section so far: its heading, its anchor and its text.
        let mut open = None;
        let (mut heading, mut anchor, mut said) = (String::new(), String::new(), String::new());
        for index in 0..events.len() {
            match &mut events[index] {
                Event::Start(Tag::Heading { .. }) => open = Some(index),
                Event::End(TagEnd::Heading(level)) => {
                    let (level, Some(start)) = (*level, open.take()) else { continue };
                    sections.push(section(path, &title, &heading, &anchor, &said));
                    heading = words(&events[start..index]);
                    anchor = slug(&heading);
                    said.clear();
                    if level == HeadingLevel::H1 {
                        title.clone_from(&heading);
                    }
                    if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
                        *id = Some(anchor.clone().into());
                    }
                }
                Event::Start(Tag::Link { dest_url, .. }) => *dest_url = link(dest_url, depth),
                Event::Text(text) | Event::Code(text) if open.is_none() => {
                    said.push_str(text);
                    said.push(' ');
                }
                _ => {}
            }
        }
        sections.push(section(path, &title, &heading, &anchor, &said));
        // Drop the section before the first heading, which is empty.
        sections.retain(|section| section["heading"] != "");
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        Page { root: "../".repeat(depth + 1), title, body, sections }
    }

    fn html(&self, sheet: &str) -> String {
        let Page { root, title, body, .. } = self;
        format!(
            "<!doctype html>\n<html lang=\"en\" data-root=\"{root}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · Winways</title>\n\
             <link rel=\"icon\" href=\"{root}icon.svg\" type=\"image/svg+xml\">\n\
             <link rel=\"stylesheet\" href=\"{root}{sheet}\">\n<link rel=\"stylesheet\" href=\"{root}book/book.css\">\n\
             <script type=\"module\" src=\"{root}book/book.js\"></script>\n</head>\n<body>\n<header class=\"site\">\n\
             <a class=\"brand\" href=\"{root}\"><img src=\"{root}icon.svg\" alt=\"\" width=\"24\" height=\"24\">Winways</a>\n\
             <nav aria-label=\"Book\"><a href=\"{root}book/README.html\">Contents</a></nav>\n</header>\n<main class=\"book\">\n\
             <form role=\"search\"><label for=\"search\">Search the book</label>\
             <input id=\"search\" type=\"search\" autocomplete=\"off\"></form>\n\
             <ul id=\"found\" aria-live=\"polite\"></ul>\n{body}</main>\n</body>\n</html>\n"
        )
    }
}

fn section(page: &str, title: &str, heading: &str, anchor: &str, text: &str) -> Value {
    json!({ "page": page, "title": title, "heading": heading, "anchor": anchor, "text": text.trim() })
}

fn words(events: &[Event<'_>]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(&**text),
        _ => None,
    });
    texts.collect()
}

/// Returns the anchor of a heading, in the form that links in the documents use.
fn slug(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|&letter| letter.is_alphanumeric() || letter == '-' || letter == '_').collect()
}

/// Returns the target of a link on the site. A link to a file outside the book leads to the contents.
fn link<'a>(target: &CowStr<'a>, depth: usize) -> CowStr<'a> {
    if target.contains("://") || target.starts_with('#') {
        return target.clone();
    }
    if target.matches("../").count() > depth {
        return format!("{}README.html", "../".repeat(depth)).into();
    }
    let (path, anchor) = target.find('#').map_or((&**target, ""), |at| target.split_at(at));
    let path = path.strip_suffix(".md").map_or(path.to_owned(), |path| format!("{path}.html"));
    format!("{path}{anchor}").into()
}
