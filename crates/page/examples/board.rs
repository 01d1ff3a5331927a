//! Prints the page's board as a module for the npm package: its script, and its styles scoped to `winways-board`.

fn main() -> Result<(), String> {
    let script = winways_page::script("js/board/board-view.js")?;
    // Another copy of the script may already have defined the element.
    let script = script.replace(
        "customElements.define(\"ww-board\", BoardView)",
        "customElements.get(\"ww-board\") ?? customElements.define(\"ww-board\", BoardView)",
    );
    let styles = winways_page::styles(&["css/base.css", "css/figures.css"])?.replace(":root", "&");
    println!("{script}export const STYLES = {:?};", format!("winways-board {{\n{styles}\n}}\n"));
    Ok(())
}
