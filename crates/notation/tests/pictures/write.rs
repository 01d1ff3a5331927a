//! Writes trees of pictures as files.

use std::fmt::Write as _;
use winways_notation::pictures::{
    CellKind, Condition, ConditionKind, Direction, Next, Picture, PictureCell, PictureFile, Rewrite, Sign,
};

/// Writes a tree as a file, which parses to the same tree apart from its spans.
pub(crate) fn file(file: &PictureFile) -> String {
    let mut text = String::new();
    for header in &file.headers {
        let _ = writeln!(text, "{}: {}", header.key, header.text);
    }
    let graph = file.board.graph.as_ref().map_or("", |(graph, _)| graph);
    let _ = writeln!(text, "board: {} {graph}", format!("{:?}", file.board.shape).to_lowercase());
    let pieces: Vec<String> = file
        .pieces
        .iter()
        .map(|piece| {
            let owner = format!("{:?}", piece.owner).to_lowercase();
            format!("{} {}", char::from(piece.letter), owner.replace("nobody", ""))
        })
        .collect();
    let _ = writeln!(text, "pieces: {}", pieces.join(", "));
    for rule in &file.rules {
        let next = match &rule.next {
            Next::Nothing => String::new(),
            Next::Again { turning } => format!("again{}", if *turning { " turning" } else { "" }),
            Next::Then(second) => format!("then {}", rewrite(second)),
        };
        let must = if rule.must { "must" } else { "" };
        let who = format!("{:?}", rule.who).to_lowercase();
        let _ = writeln!(text, "{who}: {} {must} {next}", rewrite(&rule.rewrite));
    }
    for ending in &file.endings {
        let what = match &ending.picture {
            None => "full".to_owned(),
            Some((cells, named)) => format!("{}{}", picture(cells), directions(cells, named)),
        };
        let _ = writeln!(text, "end: {what} {}", format!("{:?}", ending.result).to_lowercase());
    }
    for points in &file.points {
        let again = if points.again { "again" } else { "" };
        let _ = writeln!(text, "points: {} = {} {again}", rewrite(&points.rewrite), points.points);
    }
    for (start, _) in &file.starts {
        let _ = writeln!(text, "start: {start}");
    }
    text
}

fn rewrite(rewrite: &Rewrite) -> String {
    let Rewrite { before, after, directions: named, conditions, .. } = rewrite;
    let mut text = format!("{} -> {}{}", picture(before), picture(after), directions(before, named));
    for (place, Condition { kind, .. }) in conditions.iter().enumerate() {
        text += if place == 0 { " where " } else { ", " };
        text += &match kind {
            ConditionKind::NoneBeside(sign) => format!("no {} beside", kind_of_cell(sign)),
            ConditionKind::SomeBeside(sign) => format!("some {} beside", kind_of_cell(sign)),
            ConditionKind::AtLeastBeside(least, sign) => {
                format!("at least {least} {} beside", kind_of_cell(sign))
            }
            ConditionKind::AtMostBeside(most, sign) => {
                format!("at most {most} {} beside", kind_of_cell(sign))
            }
            ConditionKind::GroupsTouch(sign) => format!("groups touch {}", kind_of_cell(sign)),
        };
    }
    text
}

/// Formats ` in …`. Returns an empty string for a single cell with the default direction, since a graph does not allow that direction to
/// be named.
fn directions(picture: &Picture, directions: &[Direction]) -> String {
    let is_one_cell = picture.rows.len() == 1 && picture.rows[0].len() == 1;
    if is_one_cell && picture.rows[0][0].repeat.is_none() && directions == [Direction::Right] {
        return String::new();
    }
    let names: Vec<String> = directions
        .iter()
        .map(|direction| match direction {
            Direction::Offset(columns, rows) => format!("({columns},{rows})"),
            named => format!("{named:?}").to_lowercase(),
        })
        .collect();
    format!(" in {}", names.join(" and "))
}

fn picture(picture: &Picture) -> String {
    let cell = |cell: &PictureCell| {
        let mark = if cell.is_marked { "!" } else { "" };
        let repeat = cell.repeat.map_or(String::new(), |repeat| {
            format!("{{{},{}}}", repeat.least, repeat.most.map_or(String::new(), |most| most.to_string()))
        });
        format!("{mark}{}{repeat}", kind_of_cell(&cell.kind))
    };
    let rows: Vec<String> =
        picture.rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).collect();
    rows.join(" / ")
}

fn kind_of_cell(kind: &CellKind) -> String {
    let sign = |sign: &Sign| match sign {
        Sign::Empty => '.',
        Sign::Gone => '#',
        Sign::Mover => '@',
        Sign::Other => '&',
        Sign::Piece(letter) => char::from(*letter),
    };
    match kind {
        CellKind::Sign(one) => sign(one).to_string(),
        CellKind::Any => "?".to_owned(),
        CellKind::Class { signs, negated } => {
            let signs: String = signs.iter().map(sign).collect();
            format!("[{}{signs}]", if *negated { "^" } else { "" })
        }
        CellKind::Moved => "!".to_owned(),
        CellKind::Flip => "~".to_owned(),
    }
}
