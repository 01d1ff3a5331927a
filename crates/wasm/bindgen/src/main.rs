//! Writes the script that loads a `wasm-bindgen` module, and the module without its `wasm-bindgen` descriptors.
//!
//! `winways-bindgen MODULE OUT NAME` writes `NAME.js`, `NAME_bg.wasm` and their TypeScript declarations into the folder OUT.

use std::env::args;
use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let arguments: Vec<String> = args().skip(1).collect();
    let [module, out, name] = &arguments[..] else { panic!("usage: winways-bindgen MODULE OUT NAME") };
    let mut bindgen = Bindgen::new();
    bindgen.remove_name_section(std::env::var_os("WINWAYS_NAMES").is_none()).remove_producers_section(true);
    let web = bindgen.web(true).expect("web is a target");
    let made = web.input_path(module).out_name(name).typescript(true).generate(out);
    made.expect("the module is made by the same version of wasm-bindgen");
}
