//! The requests in `docs/web.md` get the documented answers. `UPDATE_DOCUMENTS=1` updates the document.

use crate::common::{ask, request, router, run};
use std::path::Path;

#[test]
fn requests_are_answered_as_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/web.md");
    let text = std::fs::read_to_string(&path).expect("there is the document");
    let now = run(brought_up_to_date(&text));
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        std::fs::write(&path, &now).expect("it can be written");
        return;
    }
    let different = text.lines().zip(now.lines()).find(|(documented, answered)| documented != answered);
    assert!(text == now, "{different:#?}");
    assert!(now.matches("\nPOST /api/v1/").count() >= 4);
}

/// Returns the document with the current answer after each request in a block marked `http`.
async fn brought_up_to_date(text: &str) -> String {
    let router = router();
    let mut now = String::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = line == "```http";
        } else if in_block {
            let Some((method, rest)) = line.split_once(' ').filter(|(word, _)| word.parse::<u16>().is_err())
            else {
                continue;
            };
            let (address, body) = rest.split_once(' ').unwrap_or((rest, ""));
            let answer = ask(&router, request(method, address, body.to_owned())).await;
            let answered = String::from_utf8_lossy(&answer.body);
            now += &format!("{line}\n{} {answered}\n", answer.status.as_u16());
            continue;
        }
        now += &format!("{line}\n");
    }
    now
}
