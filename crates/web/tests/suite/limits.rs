//! Limits of time, memory and size; tasks; disconnecting clients.

use crate::common::{Events, HOPELESS, ask, begin, post, request, router, router_within, run};
use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::json;
use std::time::Duration;
use winways_web::{Limits, Server};

const NIM: &str = r#"{"game": "nim", "position": "7 8 9"}"#;

/// Returns the limits of a server with one job and one task at a time.
fn narrow() -> Limits {
    Limits { jobs: 1, tasks: 1, waiting: 1, ..Limits::default() }
}

#[test]
fn the_time_limit_keeps_partial_results() {
    run(async {
        let router = router();
        let body = r#"{"table": "octal(0.6)", "prove": true, "values": false, "timeout": 0.2}"#;
        let answer = post(&router, "table?wait=20", body).await;
        assert_eq!(answer.status, StatusCode::OK);
        let json = answer.json();
        assert_eq!((&json["complete"], &json["game"]), (&json!(false), &json!("octal(0.6)")), "{json}");
        assert!(json["stopped"].as_str().is_some_and(|stopped| stopped.contains("the time limit")), "{json}");
    });
}

#[test]
fn memory_ends_the_work() {
    run(async {
        let router = router_within(Limits { memory: 8 << 20, ..Limits::default() });
        // A request cannot raise the server's memory limit.
        let board = vec![".".repeat(16); 16].join("|");
        for body in [
            json!({"eval": "[n for n in 1..1000000]", "memory": 1_u64 << 40}),
            json!({"eval": format!("domineering(\"{board}\")"), "memory": 1_u64 << 40, "timeout": 30}),
        ] {
            let answer = post(&router, "eval?wait=60", &body.to_string()).await;
            let stopped = answer.json()["stopped"].as_str().unwrap_or("").to_owned();
            assert!(stopped.contains("limit"), "{stopped}: {answer:?}");
        }
    });
}

#[test]
fn bodies_and_answers_have_a_length() {
    run(async {
        let router = router_within(Limits { body: 1 << 10, answer: 1 << 12, ..Limits::default() });
        let long = ask(&router, request("POST", "/api/v1/solve", vec![b' '; 100 << 20])).await;
        assert_eq!(long.status, StatusCode::PAYLOAD_TOO_LARGE);
        let answer = post(&router, "table", r#"{"table": "nim", "up_to": 100000}"#).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.json()["type"], "urn:winways:error:limit");
        assert_eq!(post(&router, "table", r#"{"table": "nim", "up_to": 10}"#).await.status, StatusCode::OK);
    });
}

#[test]
fn a_task_sends_its_progress_and_its_answer() {
    run(async {
        let router = router();
        let body = r#"{"table": "octal(0.6)", "prove": true, "values": false, "timeout": 1.5}"#;
        let task = post(&router, "table?wait=0", body).await;
        assert_eq!(task.status, StatusCode::ACCEPTED);
        let task = task.json()["task"].as_str().expect("a name").to_owned();
        let mut events = Events::of(&router, &task).await.expect("the task is there");
        // A second listener would take the answer away.
        assert!(Events::of(&router, &task).await.is_none());
        let mut steps = Vec::new();
        let answer = loop {
            let (name, data) = events.next().await.expect("the answer comes");
            match name.as_str() {
                "progress" => steps.push(data["positions"].as_u64().expect("a number")),
                _ => break (name, data),
            }
        };
        assert!(steps.len() > 1 && steps.is_sorted() && steps.last() > Some(&0), "{steps:?}");
        assert_eq!((answer.0.as_str(), &answer.1["complete"]), ("answer", &json!(false)));
        assert!(events.next().await.is_none());
        drop(events);
        assert!(Events::of(&router, &task).await.is_none());
    });
}

#[test]
fn a_cancelled_task_answers_with_its_partial_result() {
    run(async {
        let router = router_within(narrow());
        let task = begin(&router).await.expect("there is room");
        let mut events = Events::of(&router, &task).await.expect("the task is there");
        assert_eq!(events.next().await.map(|(name, _)| name).as_deref(), Some("progress"));
        let gone = ask(&router, request("DELETE", &format!("/api/v1/tasks/{task}"), "")).await;
        assert_eq!(gone.status, StatusCode::NO_CONTENT);
        let answer = loop {
            match events.next().await.expect("the answer comes") {
                (name, data) if name == "answer" => break data,
                (name, _) => assert_eq!(name, "progress"),
            }
        };
        assert!(
            answer["stopped"].as_str().is_some_and(|stopped| stopped.contains("interrupted")),
            "{answer}"
        );
        // A task without a listener is removed.
        let task = room(&router).await;
        let path = format!("/api/v1/tasks/{task}");
        assert_eq!(ask(&router, request("DELETE", &path, "")).await.status, StatusCode::NO_CONTENT);
        assert_eq!(ask(&router, request("DELETE", &path, "")).await.status, StatusCode::NOT_FOUND);
        room(&router).await;
    });
}

/// Starts a task as soon as there is room for it.
async fn room(router: &axum::Router) -> String {
    for _ in 0..500 {
        if let Some(task) = begin(router).await {
            return task;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the work goes on though nobody waits for it");
}

#[test]
fn a_client_that_leaves_cancels_its_work() {
    run(async {
        let router = router_within(narrow());
        // The client disconnects while it waits for the answer.
        let asking = post(&router, "table?wait=100", HOPELESS);
        assert!(tokio::time::timeout(Duration::from_millis(1500), asking).await.is_err());
        // The client disconnects while it listens. Its task occupies the only slot until then.
        let task = room(&router).await;
        assert_eq!(begin(&router).await, None);
        let mut events = Events::of(&router, &task).await.expect("the task is there");
        assert!(events.next().await.is_some());
        assert_eq!(begin(&router).await, None);
        drop(events);
        room(&router).await;
    });
}

#[test]
fn short_questions_do_not_wait_for_tasks() {
    run(async {
        let router = router_within(narrow());
        let task = begin(&router).await.expect("there is room");
        for _ in 0..10 {
            let answer = post(&router, "solve", NIM).await;
            assert_eq!(answer.status, StatusCode::OK);
        }
        let mut events = Events::of(&router, &task).await.expect("the task is there");
        assert_eq!(events.next().await.map(|(name, _)| name).as_deref(), Some("progress"));
    });
}

#[test]
fn a_hundred_tasks_at_once_are_begun_or_sent_away() {
    run(async {
        let limits = Limits { jobs: 2, tasks: 3, waiting: 10, ..Limits::default() };
        let router = router_within(limits);
        let all = join_all((0..100).map(|_| post(&router, "table?wait=0", HOPELESS))).await;
        let begun = all.iter().filter(|answer| answer.status == StatusCode::ACCEPTED).count();
        let away = all.iter().filter(|answer| answer.status == StatusCode::TOO_MANY_REQUESTS);
        assert!(away.clone().all(|answer| answer.header("retry-after") == "1"));
        assert!(away.clone().all(|answer| answer.json()["type"] == "urn:winways:error:busy"));
        assert_eq!(begun + away.count(), 100);
        assert!((1..=3).contains(&begun), "{begun}");
        // The rejected requests free their places soon, but not all at once.
        let mut answer = post(&router, "solve", NIM).await;
        for _ in 0..500 {
            if answer.status == StatusCode::OK {
                break;
            }
            assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
            tokio::time::sleep(Duration::from_millis(20)).await;
            answer = post(&router, "solve", NIM).await;
        }
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    });
}

#[test]
fn a_defect_in_one_request_leaves_the_server_alone() {
    use std::sync::atomic::{AtomicU32, Ordering};
    static REQUESTS: AtomicU32 = AtomicU32::new(0);
    /// Simulates an engine with a defect. It is called within the work on each request.
    fn fail_now_and_then() {
        assert!(REQUESTS.fetch_add(1, Ordering::Relaxed) % 2 == 1, "a defect");
    }
    run(async {
        let router = Server::new(narrow()).giving_back(fail_now_and_then).router([127, 0, 0, 1].into());
        // The slot of the failed request is free again.
        for _ in 0..5 {
            let failed = post(&router, "solve?wait=60", NIM).await;
            assert_eq!(failed.status, StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(failed.json()["type"], "urn:winways:error:defect");
            assert_eq!(post(&router, "solve?wait=60", NIM).await.status, StatusCode::OK);
        }
    });
}

/// All work of a request stops at its limit, without being abandoned.
#[test]
fn work_ends_with_the_limit_of_its_request() {
    run(async {
        let limits = Limits { jobs: 1, tasks: 1, timeout: Duration::from_millis(300), ..Limits::default() };
        let router = router_within(limits);
        let square = vec![".".repeat(16); 16].join("|");
        let line = |game: &str, position: &str| {
            let body = json!({"game": game, "position": position, "max_moves": 1_000_000}).to_string();
            request("POST", "/api/v1/line?wait=60", body)
        };
        let largest = "?up_to=18446744073709551615&wait=60";
        let requests = [
            request("GET", &format!("/api/v1/verify/partizan-euclid{largest}"), ""),
            request("GET", &format!("/api/v1/verify/eatcake{largest}"), ""),
            line("dawson-chess", "18 65535"),
            line("kayles", "65535 20000"),
            line("cram", &square),
        ];
        for (number, request) in requests.into_iter().enumerate() {
            let answer = tokio::time::timeout(Duration::from_secs(100), ask(&router, request)).await;
            let answer = answer.unwrap_or_else(|_| panic!("request {number} goes on"));
            // Abandoned work would be reported as a defect.
            assert_eq!(answer.status, StatusCode::OK, "request {number}: {answer:?}");
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            assert!(text.contains("the time limit was reached"), "request {number}: {text}");
        }
    });
}

/// Work that ignores all limits gets an error, and its slot is freed.
#[test]
fn work_that_does_not_end_is_abandoned() {
    use std::sync::atomic::{AtomicU32, Ordering};
    static REQUESTS: AtomicU32 = AtomicU32::new(0);
    /// Simulates an engine that never polls. It is called within the work on each request.
    fn hang() {
        while REQUESTS.fetch_add(1, Ordering::Relaxed) < 3 {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }
    run(async {
        let limits = Limits { jobs: 1, tasks: 1, timeout: Duration::from_millis(100), ..Limits::default() };
        let router = Server::new(limits).giving_back(hang).router([127, 0, 0, 1].into());
        for number in 0..2 {
            let answer = tokio::time::timeout(Duration::from_secs(100), post(&router, "solve?wait=60", NIM));
            let answer = answer.await.unwrap_or_else(|_| panic!("request {number} goes on"));
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(answer.json()["type"], "urn:winways:error:defect");
        }
        // A stuck task can be cancelled like any other.
        let task = post(&router, "solve?wait=0", NIM).await;
        let task = task.json()["task"].as_str().expect("a name").to_owned();
        let mut events = Events::of(&router, &task).await.expect("the task is there");
        let gone = ask(&router, request("DELETE", &format!("/api/v1/tasks/{task}"), "")).await;
        assert_eq!(gone.status, StatusCode::NO_CONTENT);
        let answer = loop {
            match events.next().await.expect("the answer comes") {
                (name, _) if name == "progress" => {}
                (name, data) => break (name, data),
            }
        };
        assert_eq!((answer.0.as_str(), &answer.1["type"]), ("error", &json!("urn:winways:error:defect")));
        for _ in 0..5 {
            assert_eq!(post(&router, "solve", NIM).await.status, StatusCode::OK);
        }
    });
}

#[test]
fn clicks_reuse_earlier_results() {
    run(async {
        let router = router();
        let mut board = json!("domineering(\"....|....|....\")");
        for number in 0..6 {
            let asked = json!({ "game": board, "outcomes": true }).to_string();
            let moves = post(&router, "moves", &asked).await.json();
            // A server without cached results gives the same answer.
            assert_eq!(moves, post(&crate::common::router(), "moves", &asked).await.json(), "{board}");
            let asked = json!({ "game": board, "explain": true }).to_string();
            let (mut known, mut fresh) = (
                post(&router, "solve", &asked).await.json(),
                post(&crate::common::router(), "solve", &asked).await.json(),
            );
            let nodes = known["method"]["nodes"].take();
            assert!(nodes == 0 && fresh["method"]["nodes"].take() != 0 || number > 3, "{board}: {nodes}");
            // The explanations are equal too.
            assert_eq!(known, fresh);
            match moves["moves"].as_array().and_then(|moves| moves.get(number)) {
                Some(step) => board = step["to"].clone(),
                None => break,
            }
        }
    });
}

/// Returns a pseudorandom number from a fixed sequence.
fn noise(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn garbage_is_refused_and_the_server_lives() {
    const OPERATIONS: [&str; 8] =
        ["solve", "moves", "eval", "table", "rules", "picture", "thermograph", "quiz"];
    const PIECES: [&str; 24] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\"game\"",
        "\"eval\"",
        "\"nim\"",
        "\"position\"",
        "\"3 5\"",
        "null",
        "1e999",
        "\\u0000",
        "\u{feff}",
        "\"rules\"",
        "true",
        "{\"rules\":",
        "\"heap n ->\"",
        "|",
        "*",
        "-9",
        "\"timeout\":0.01",
    ];
    run(async {
        let router = router();
        let mut state = 7;
        let mut answered = 0;
        for number in 0..10_000_u64 {
            let operation = OPERATIONS[noise(&mut state) as usize % OPERATIONS.len()];
            let body: Vec<u8> = match number % 3 {
                0 => (0..noise(&mut state) % 40).map(|_| noise(&mut state) as u8).collect(),
                1 => (0..noise(&mut state) % 12)
                    .flat_map(|_| PIECES[noise(&mut state) as usize % PIECES.len()].bytes())
                    .collect(),
                // A valid request with an invalid text in it.
                _ => {
                    let pieces =
                        (0..noise(&mut state) % 8).map(|_| PIECES[noise(&mut state) as usize % PIECES.len()]);
                    let text: String = pieces.collect();
                    let field =
                        if matches!(operation, "solve" | "moves" | "picture") { "game" } else { operation };
                    json!({ field: text, "timeout": 0.05 }).to_string().into_bytes()
                }
            };
            let shown = String::from_utf8_lossy(&body).into_owned();
            let path = format!("/api/v1/{operation}?wait=30");
            let answer = ask(&router, request("POST", &path, body)).await;
            assert!(
                [200, 400, 422].contains(&answer.status.as_u16()),
                "{operation} {shown}: {} {:?}",
                answer.status,
                answer.body
            );
            answered += u32::from(answer.status == StatusCode::OK);
        }
        assert!(answered < 5_000, "{answered}");
        let answer = post(&router, "solve", NIM).await;
        assert_eq!(answer.json()["value"], "*6");
    });
}
