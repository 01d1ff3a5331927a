use super::{bundle, joined};
use std::collections::BTreeMap;

fn page(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    let index = "<head>\n<link rel=\"stylesheet\" href=\"a.css\">\n<link rel=\"stylesheet\" href=\"b.css\">\n<script type=\"module\" src=\"js/main.js\"></script>\n";
    let main = "import { f } from \"./dom.js\";\nf((name) => import(`./pages/${name}.js`));\n";
    let usual = [
        ("index.html", index),
        ("a.css", "/* A. */\n\na{\n  b: /* c */ d;\n}\n"),
        ("b.css", "b{}\n"),
        ("js/main.js", main),
    ];
    let all = usual.iter().chain(files);
    all.map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
}

const DOM: (&str, &str) = (
    "js/dom.js",
    "/** Calls. */\nexport function f(g) {\n  // Once.\n  return /** @type {A<b>} */ (g(\"a\")); /* here */\n}\n",
);

#[test]
fn a_section_has_a_script_and_what_several_need_is_in_the_first() {
    let files = page(&[
        DOM,
        ("js/pages/home.js", "export const section = () => 0;\n"),
        (
            "js/pages/a.js",
            "import { f as g } from \"../dom.js\";\nimport { one } from \"../one.js\";\nexport const section = () => g(one);\n",
        ),
        ("js/one.js", "export class one {\n}\n"),
    ]);
    let made = bundle(&files).expect("the page is bundled");
    let names: Vec<&str> = made.keys().map(|name| name.rsplit('/').next().unwrap_or(name)).collect();
    assert_eq!(names, ["index.html", "a.js", "app.css", "app.js"]);
    let text = |name: &str| {
        made.iter()
            .find(|(file, _)| file.ends_with(name))
            .map(|(_, text)| text.as_str())
            .expect("it is there")
    };
    assert_eq!(text("app.css"), "a{\nb: /* c */ d;\n}\nb{}\n");
    assert_eq!(
        text("/a.js"),
        "import{$0}from\"./app.js\";\nconst $1=(()=>{\nclass one {\n}\nreturn{one};\n})();\nconst $2=(()=>{\nconst{ f:g }=$0;\nconst{ one }=$1;\nconst section = () => g(one);\nreturn{section};\n})();\nexport default $2;\n"
    );
    let app = text("app.js");
    assert!(
        app.contains("return (g(\"a\")); /* here */") && !app.contains("Once") && !app.contains("Calls"),
        "{app}"
    );
    assert!(
        app.contains("const $inside={home:$3};")
            && app.contains("f((name) => $load(name));")
            && app.ends_with("export{$0};\n"),
        "{app}"
    );
    let folder = made.keys().find_map(|name| name.strip_suffix("/app.js")).expect("it has a folder");
    assert_eq!(text("index.html").matches(folder).count(), 2);
    assert_eq!(bundle(&files), Ok(made.clone()));
}

#[test]
fn a_module_is_joined_with_those_that_it_imports() {
    let files = page(&[DOM, ("js/one.js", "import { f } from \"./dom.js\";\nexport const one = f(1);\n")]);
    assert_eq!(
        joined(&files, "js/one.js").expect("it is joined"),
        "const $0=(()=>{\nfunction f(g) {\nreturn (g(\"a\")); /* here */\n}\nreturn{f};\n})();\nconst $1=(()=>{\nconst{ f }=$0;\nconst one = f(1);\nreturn{one};\n})();\n"
    );
    assert!(joined(&files, "js/two.js").is_err());
}

#[test]
fn a_change_of_any_file_changes_the_addresses() {
    let files = page(&[DOM]);
    let folder = |files: &BTreeMap<String, String>| {
        bundle(files).expect("the page is bundled").keys().next_back().cloned()
    };
    let before = folder(&files);
    for name in ["index.html", "b.css", "js/dom.js", "js/main.js"] {
        let mut changed = files.clone();
        changed.insert(name.to_owned(), format!("{}\n0;\n", files[name]));
        assert_ne!(folder(&changed), before, "{name}");
    }
}

#[test]
fn forms_that_cannot_be_joined_are_errors() {
    let with = |text: &'static str| page(&[DOM, ("js/pages/a.js", text)]);
    for (text, error) in [
        ("import f from \"../dom.js\";\n", "js/pages/a.js:1: expected `import"),
        ("import { f } from \"dom.js\";\n", "js/pages/a.js:1: expected a relative path"),
        ("import { f } from \"../gone.js\";\n", "there is no js/gone.js; import path: js/pages/a.js"),
        ("import { section } from \"./a.js\";\n", "import cycle: js/pages/a.js -> js/pages/a.js"),
        ("0;\nexport default 3;\n", "js/pages/a.js:2: expected a function"),
        ("const f = () => import(\"../dom.js\");\n", "js/pages/a.js:1: only sections"),
        ("export { f } from \"../dom.js\";\n", "js/pages/a.js:1: expected a function"),
    ] {
        let found = bundle(&with(text)).expect_err(text);
        assert!(found.starts_with(error), "{found}");
    }
    let mut files = page(&[DOM]);
    files.insert("js/main.js".to_owned(), "0;\n".to_owned());
    assert!(bundle(&files).expect_err("no section is loaded").contains("does not contain"));
}
