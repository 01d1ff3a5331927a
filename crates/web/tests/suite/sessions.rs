//! Answers do not depend on earlier requests, although later requests reuse their results.

use crate::common::{post, router, run};
use axum::Router;
use serde_json::{Value, json};

/// Returns the answer for a position, without the number of positions searched.
async fn answer(router: &Router, operation: &str, body: &Value) -> Value {
    let mut answer = post(router, &format!("{operation}?wait=60"), &body.to_string()).await.json();
    assert_eq!(answer["complete"], true, "{body}: {answer}");
    if let Some(method) = answer["method"].as_object_mut() {
        method.remove("nodes");
    }
    answer
}

#[test]
fn boards_on_graphs_rings_and_tori_are_not_mixed_up() {
    run(async {
        let ring = "board: ring\nboth: . . -> # #";
        let torus = "board: torus\nboth: . . -> # #";
        let mut questions = vec![
            (
                "eval",
                json!({"eval": "clobber_on_graphs(\"path 4 xoxo\") + clobber_on_graphs(\"cycle 4 xoxo\")"}),
            ),
            ("eval", json!({"eval": "node_kayles(\"path 3\") + node_kayles(\"path 4\")"})),
        ];
        for (game, position) in [
            ("clobber-on-graphs", "path 4 xoxo"),
            ("clobber-on-graphs", "cycle 4 xoxo"),
            ("clobber-on-graphs", "star 4 xoooo"),
            ("node-kayles", "path 4"),
            ("node-kayles", "cycle 5"),
            ("grim", "wheel 5"),
        ] {
            questions.push(("solve", json!({"game": game, "position": position})));
        }
        for (rules, position) in
            [(ring, "......"), (ring, "....."), (ring, "...#...."), (torus, "..|.."), (torus, ".#.|...")]
        {
            questions.push(("solve", json!({"game": {"rules": rules}, "position": position})));
        }
        let mut alone = Vec::new();
        for (operation, body) in &questions {
            alone.push(answer(&router(), operation, body).await);
        }
        assert_eq!((&alone[0]["outcome"], &alone[0]["value"]), (&json!("N"), &json!("{0,^*|v*,0}")));
        let together = router();
        // Asks every question after every other question.
        for distance in 1..questions.len() {
            for number in (0..questions.len()).map(|step| step * distance % questions.len()) {
                let (operation, body) = &questions[number];
                assert_eq!(answer(&together, operation, body).await, alone[number], "{body}");
            }
        }
    });
}
