//! Every example of the catalogue can be drawn in every format, with its winning moves marked.

use winways::games::{entries, example};
use winways::pictures::{Glyphs, PictureFormat};
use winways::{Catalogue, NoObserver, Position, PositionMove, Request, analyse};

#[test]
fn examples_of_all_pages_are_drawn() {
    let catalogue = Catalogue::new();
    for entry in entries() {
        let name = entry.page.name;
        let (game, text) = example(entry.page);
        let game = catalogue.game(game).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        let position = Position::of_game(&*game, text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert!(!position.view().figures.is_empty(), "{name} has no view");
        let analysis = analyse(&position, &Request::default(), &NoObserver);
        let winning = analysis.moves.iter().flat_map(|moves| &moves.listed).take(12);
        let marked: Vec<PositionMove> = winning.cloned().collect();
        for step in &marked {
            assert!(
                !position.touches(step).is_empty(),
                "{name}: {} touches nothing",
                position.move_name(step)
            );
        }
        let scene = position.scene(&marked).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert!(scene.svg().contains("</svg>"), "{name}");
        assert!(scene.tikz().contains("tikzpicture"), "{name}");
        let png = scene.png().unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert!(png.starts_with(b"\x89PNG") && png.len() > 500, "{name}");
        let text = scene.encode(PictureFormat::Text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        let text = String::from_utf8(text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        for line in position.text_picture(Glyphs::Unicode) {
            assert!(text.lines().any(|shown| shown == line), "{name}: {line}");
        }
        assert_eq!(text.lines().filter(|line| line.starts_with("move ")).count(), marked.len(), "{name}");
        let lines = position.text_picture(Glyphs::Ascii);
        assert!(!lines.is_empty() && lines.iter().all(|line| line.is_ascii()), "{name}: {lines:?}");
    }
}
