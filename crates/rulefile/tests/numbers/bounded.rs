//! Tests of rule files with bounds, through the games that they define.

use winways_kit::SumSearch;
use winways_rulefile::of_file;

#[test]
fn games_with_cycles_have_no_sums() {
    let game = of_file("name: to-and-fro\nbounds: n <= 5\nheap n -> n-1 | n+1 where n < 5").unwrap();
    let position = game.parse("3").unwrap();
    assert!(position.impartial().is_none() && position.partizan().is_none() && position.interned().is_none());
    assert!(SumSearch::new(vec![&*position]).is_none());
    assert_eq!(position.text(), "to_and_fro(3)");
    assert!(game.parse("3 4").is_err() && game.parse("6").is_err() && game.parse("nothing").is_err());
}

#[test]
fn diagnostics_show_where_a_file_leaves_its_bounds() {
    let wrong = |text: &str| {
        let wrong = of_file(text).err().unwrap_or_else(|| panic!("{text}"));
        (wrong.message.clone(), text[wrong.span.range()].to_owned(), wrong.label.unwrap_or_default())
    };
    let (message, place, label) = wrong("bounds: n <= 20\nheap n -> n-1 | n+1");
    assert_eq!((&*message, &*place), ("the move 20 -> 21 leaves the bounds", "n+1"));
    assert_eq!(label, "expected `n` to be at most 20 after the move");
    // If there are too many components to enumerate, the bounds must be proved.
    let (message, place, _) = wrong("bounds: n <= 1000000000\nheap n -> n*n/(n+1) + 1 where n >= 1");
    assert_eq!(
        (&*message, &*place),
        ("cannot prove that this option stays within the bounds", "n*n/(n+1) + 1")
    );
    assert!(of_file("bounds: n <= 1000000000\nheap n -> n-1 | n+1 where n < 1000000000").is_ok());
    // The greatest bound, and moves near it.
    let greatest = "bounds: n <= 9223372036854775807\nheap n -> n-1 where n >= 1 | k where k < n";
    assert!(of_file(greatest).is_ok());
    assert!(of_file(&format!("{greatest}\nheap n -> n+3 where n <= 9223372036854775804")).is_ok());
    let (message, place, _) = wrong("bounds: n <= 9223372036854775807\nheap n -> n-1 | n+3");
    assert_eq!((&*message, &*place), ("cannot prove that this option stays within the bounds", "n+3"));
    // Intermediate numbers may overflow too.
    let (message, ..) = wrong("bounds: n <= 100000\nheap n -> n-1 where n*n*n*n*n >= 2");
    assert!(message.contains("more than 63 bits"), "{message}");
}
