//! Every address, with valid and invalid requests.

use crate::common::{Answered, ask, get, post, request, router, run};
use axum::http::StatusCode;
use serde_json::{Value, json};

fn kind(answer: &Answered) -> (u16, String) {
    let (json, status) = (answer.json(), answer.status.as_u16());
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_eq!(json["status"], status, "{json}");
    assert!(json["title"].is_string() && json["detail"].is_string(), "{json}");
    let kind = json["type"].as_str().and_then(|kind| kind.strip_prefix("urn:winways:error:"));
    (status, kind.unwrap_or("none").to_owned())
}

#[test]
fn the_page_is_there_and_nothing_else_is() {
    run(async {
        let router = router();
        let page = get(&router, "/").await;
        assert_eq!((page.status, page.header("content-type")), (StatusCode::OK, "text/html; charset=utf-8"));
        assert!(String::from_utf8_lossy(&page.body).contains("<title>Winways"));
        let mut again = request("GET", "/index.html", "");
        again.headers_mut().insert("if-none-match", page.headers["etag"].clone());
        let again = ask(&router, again).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
        for path in [
            "/../../etc/passwd",
            "/..%2f..%2fetc%2fpasswd",
            "/%2e%2e/%2e%2e/etc/passwd",
            "//etc/passwd",
            "/../src/lib.rs",
            "/./../Cargo.toml",
            "/index.html/",
            "/index.html%00",
            "/api",
            "/api/v1",
            "/api/v1/",
            "/api/v1/nothing",
            "/api/v2/games",
            "/api/v1/games/../../../etc/passwd",
        ] {
            assert_eq!(kind(&get(&router, path).await), (404, "request".to_owned()), "{path}");
        }
        assert_eq!(kind(&ask(&router, request("POST", "/", "")).await).0, 404);
    });
}

/// The games themselves name the players.
#[test]
fn moves_name_the_players_as_the_game_does() {
    run(async {
        let router = router();
        let games = [
            ("cops(2; cycle 6)", "0 1 3 cops", Some(["the side of the cops", "the robber"])),
            ("awari(6)", "0 0 0 0 1 2 1 0 1 0 0 0 south", Some(["South", "North"])),
            ("chase", "3 1 1 3 3", Some(["Black", "White"])),
            ("chess(KQK)", "8/8/8/5k2/8/8/1Q6/K7 w", Some(["White", "Black"])),
            ("connect-four(4x4)", "....|xo..|xo..|xo..", Some(["x", "o"])),
            ("fox-and-geese(4)", "#g#g|.#.#|#.#.|.#f# fox", Some(["the side of the geese", "the fox"])),
            ("hare-and-hounds", "#d..#|d...h|#d..# hounds", Some(["the side of the hounds", "the hare"])),
            ("loopy-graph{0 1, 1 0}", "0", None),
        ];
        for (game, position, names) in games {
            let body = json!({ "game": game, "position": position, "max_moves": 0 });
            let answer = post(&router, "moves", &body.to_string()).await.json();
            assert_eq!(answer["players"], "ranked", "{game}");
            assert_eq!(answer["player_names"], json!(names), "{game}");
        }
        let others = [
            ("nim(3)", "impartial", None),
            ("domineering(\"..|..\")", "partizan", Some(["Left", "Right"])),
            ("nim(3) + domineering(\"..|..\")", "partizan", Some(["Left", "Right"])),
        ];
        for (game, players, names) in others {
            let answer =
                post(&router, "moves", &json!({ "game": game, "max_moves": 0 }).to_string()).await.json();
            assert_eq!(
                (&answer["players"], &answer["player_names"]),
                (&json!(players), &json!(names)),
                "{game}"
            );
        }
    });
}

#[test]
fn the_catalogue_is_listed_and_searched() {
    run(async {
        let router = router();
        let all = get(&router, "/api/v1/games").await.json();
        let games = all.as_array().expect("a list");
        assert_eq!(games.len(), winways::games::entries().count());
        for game in games {
            let texts =
                ["name", "title", "kind", "about", "players"].map(|field| game[field].as_str().unwrap_or(""));
            assert!(texts.iter().all(|text| !text.is_empty()), "{game}");
            assert!(game["about"].as_str().is_some_and(|about| about.len() < 600), "{game}");
        }
        let players = |name: &str| {
            let game = games.iter().find(|game| game["name"] == name);
            game.map_or(Value::Null, |game| game["players"].clone())
        };
        let kinds = ["nim", "domineering", "cram", "chase", "mnk"].map(players);
        assert_eq!(kinds, ["impartial", "partizan", "impartial", "ranked", "ranked"]);
        let found = get(&router, "/api/v1/games?search=dominoes").await.json();
        assert!(found.as_array().is_some_and(|found| found.iter().any(|game| game["name"] == "domineering")));
        for name in ["nim", "octal", "octal(0.137)", "tic-tac-toe", "Dawson's%20Kayles", "%E5%B0%BC%E5%A7%86"]
        {
            let page = get(&router, &format!("/api/v1/games/{name}")).await;
            assert_eq!(page.status, StatusCode::OK, "{name}: {page:?}");
            assert!(page.json()["notation"].is_string());
        }
        let unknown = get(&router, "/api/v1/games/nm").await;
        assert_eq!(kind(&unknown), (422, "input".to_owned()));
        assert_eq!(unknown.json()["help"], "did you mean `nim`?");
        for wrong in ["nim(3)", "octal(0.9)"] {
            let answer = get(&router, &format!("/api/v1/games/{wrong}")).await;
            assert_eq!(kind(&answer), (422, "input".to_owned()), "{wrong}: {answer:?}");
        }
        assert_eq!(kind(&get(&router, "/api/v1/games/%FF").await).0, 400);
    });
}

#[test]
fn functions_match_the_calculator() {
    run(async {
        let router = router();
        let functions = get(&router, "/api/v1/functions").await.json();
        let names: Vec<&str> = functions
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|function| function["name"].as_str())
            .collect();
        let known: Vec<&str> = winways::Calculator::functions().iter().map(|known| known.name).collect();
        assert_eq!(names, known);
        let found = get(&router, "/api/v1/functions?search=MEAN").await.json();
        assert!(found.as_array().is_some_and(|found| found.len() < known.len()), "{found}");
        assert_eq!(found[0]["call"], "mean(G)", "{found}");
        let value = json!({ "eval": found[0]["example"] }).to_string();
        assert_eq!(post(&router, "eval", &value).await.json()["value"], found[0]["answer"]);
    });
}

#[test]
fn lines_of_best_play_end_as_the_position_is_worth() {
    run(async {
        let router = router();
        for (body, winner, moves) in [
            (r#"{"game": "nim", "position": "3 5"}"#, "left", None),
            (r#"{"game": "nim", "position": "3 3", "to_move": "right"}"#, "left", None),
            (r#"{"game": "nim", "position": "1 1 1", "misere": true}"#, "right", Some(3)),
            (r#"{"game": "domineering", "position": "..|.."}"#, "left", Some(1)),
            (r#"{"game": "domineering", "position": "...", "to_move": "left"}"#, "right", Some(0)),
            (r#"{"game": "tic-tac-toe"}"#, "draw", Some(9)),
            (r#"{"game": "chase", "position": "5 1 1 5 5"}"#, "left", Some(10)),
        ] {
            let line = post(&router, "line?wait=60", body).await.json();
            assert_eq!(
                (&line["winner"], &line["complete"]),
                (&json!(winner), &json!(true)),
                "{body}: {line}"
            );
            let list = line["moves"].as_array().expect("a list");
            assert!(moves.is_none_or(|moves| moves == list.len()), "{body}: {line}");
            let mut now = line["position"].clone();
            for (number, step) in list.iter().enumerate() {
                assert_eq!(step["from"], now, "{line}");
                now = step["to"].clone();
                let wins = if step["player"] == winner { "win" } else { "loss" };
                let expected = if winner == "draw" { "draw" } else { wins };
                assert_eq!(step["outcome"], expected, "{number}: {line}");
                let left = step["remoteness"].as_u64();
                assert!(left.is_none_or(|left| left == (list.len() - number) as u64), "{line}");
            }
        }
        let short =
            post(&router, "line", r#"{"game": "nim", "position": "3 5", "max_moves": 1}"#).await.json();
        assert_eq!((&short["complete"], &short["stopped"]), (&json!(false), &Value::Null), "{short}");
        assert_eq!(short["moves"].as_array().map(Vec::len), Some(1));
    });
}

/// A valid request for each operation, with the fields that its answer must have.
const GOOD: &[(&str, &str, &[&str])] = &[
    ("solve", r#"{"game": "nim", "position": "7 8 9"}"#, &["outcome", "moves", "method"]),
    ("solve", r#"{"game": {"rules": "heap n -> n-k where 1 <= k <= 3"}, "position": "7"}"#, &["value"]),
    (
        "moves",
        r#"{"game": "domineering", "position": "..|..", "outcomes": true}"#,
        &["view", "moves", "play"],
    ),
    ("eval", r#"{"eval": "g + g", "before": ["g = {1|-1}"]}"#, &["value", "followers"]),
    ("table", r#"{"table": "kayles", "up_to": 20}"#, &["values", "status"]),
    ("rules", r#"{"rules": "heap n -> n-k where 1 <= k <= 3"}"#, &["game", "explain"]),
    ("rules", r#"{"rules": "heap n -> m"}"#, &["diagnostics"]),
    ("picture", r#"{"game": "nim", "position": "3 5"}"#, &["text", "media_type"]),
    ("picture", r#"{"game": "nim", "position": "3 5", "format": "png"}"#, &["base64", "media_type"]),
    ("picture", r#"{"game": "nim", "position": "3 5", "format": "tikz"}"#, &["text", "format"]),
    ("thermograph", r#"{"thermograph": "{4||1|-2}"}"#, &["left", "right", "mean", "picture"]),
    ("quiz", r#"{"topic": "winner", "seed": 3, "answer": "next"}"#, &["judgement", "answer", "question"]),
];

#[test]
fn good_requests_are_answered() {
    run(async {
        let router = router();
        for (operation, body, fields) in GOOD {
            let answer = post(&router, operation, body).await;
            assert_eq!(answer.status, StatusCode::OK, "{operation} {body}: {answer:?}");
            assert_eq!(answer.header("content-type"), "application/json");
            let json = answer.json();
            assert!(fields.iter().all(|field| !json[field].is_null()), "{operation} {body}: {json}");
        }
        let verified = get(&router, "/api/v1/verify/nim?up_to=3").await.json();
        assert_eq!([&verified[0]["holds"], &verified[0]["complete"]], [&json!(true); 2], "{verified}");
        let late = get(&router, "/api/v1/verify/nim?timeout=0").await.json();
        assert_eq!([&late[0]["holds"], &late[0]["complete"]], [&Value::Null, &json!(false)], "{late}");
        let exercise = get(&router, "/api/v1/quiz?topic=move&seed=7").await.json();
        assert_eq!((&exercise["topic"], &exercise["judgement"]), (&json!("move"), &Value::Null));
        let answer = json!({ "topic": "move", "seed": 7, "answer": "nonsense" }).to_string();
        assert_eq!(post(&router, "quiz", &answer).await.json()["judgement"], "not understood");
        let wrong = post(&router, "rules", r#"{"rules": "heap n -> m"}"#).await.json();
        assert_eq!((&wrong["game"], &wrong["diagnostics"][0]["in"]), (&Value::Null, &json!("rules")));
        assert!(wrong["diagnostics"][0]["span"]["bytes"].is_array(), "{wrong}");
    });
}

/// Invalid requests, with the status and the kind of the error, and the field that contains it.
const BAD: &[(&str, &str, u16, &str, Option<&str>)] = &[
    ("solve", "", 400, "request", None),
    ("solve", "{", 400, "request", None),
    ("solve", "[]", 400, "request", None),
    ("solve", "{}", 400, "request", None),
    ("solve", r#"{"gme": "nim"}"#, 400, "request", None),
    ("solve", r#"{"game": 7}"#, 400, "request", None),
    ("solve", r#"{"game": "nim", "position": "3 5", "misere": 1}"#, 400, "request", None),
    ("solve", r#"{"game": "nim", "position": "3 5", "timeout": -1}"#, 400, "request", None),
    ("solve", r#"{"game": "nim", "game": "nim"}"#, 400, "request", None),
    ("solve", r#"{"game": "nm", "position": "3"}"#, 422, "input", Some("game")),
    ("solve", r#"{"game": "nim", "position": "3 x"}"#, 422, "input", Some("position")),
    ("solve", r#"{"game": "/etc/passwd"}"#, 422, "input", Some("game")),
    ("solve", r#"{"game": "docs/rules/grundy.game", "position": "5"}"#, 422, "input", Some("game")),
    ("solve", r#"{"game": {"rules": "heap n ->"}, "position": "5"}"#, 422, "input", Some("rules")),
    ("moves", r#"{"game": "nim", "position": "100000000000"}"#, 422, "limit", None),
    ("eval", r#"{"eval": "nim(3,x)"}"#, 422, "input", Some("eval")),
    ("eval", r#"{"eval": "g", "before": "g = 1"}"#, 400, "request", None),
    ("eval", r#"{"eval": "g", "before": ["g ="]}"#, 422, "input", Some("before")),
    ("eval", r#"{"eval": "docs/rules/grundy.game(5)"}"#, 422, "input", Some("eval")),
    ("table", r#"{"table": "domineering"}"#, 422, "input", Some("table")),
    ("table", r#"{"table": "nim", "from": 9, "up_to": 3}"#, 400, "request", None),
    ("table", r#"{"table": "kayles", "from": 101}"#, 400, "request", None),
    ("table", r#"{"table": "kayles", "misere": true, "from": 61}"#, 400, "request", None),
    ("picture", r#"{"game": "nim", "position": "3", "format": "jpg"}"#, 400, "request", None),
    ("thermograph", r#"{"thermograph": "1 +"}"#, 422, "input", Some("thermograph")),
    ("thermograph", r#"{"thermograph": "[1, 2]"}"#, 422, "input", Some("thermograph")),
    ("quiz", r#"{"topic": "nothing"}"#, 400, "request", None),
    ("line", r#"{"game": "nim", "position": "3", "to_move": "up"}"#, 400, "request", None),
    ("line", r#"{"game": "nim", "position": "x"}"#, 422, "input", Some("position")),
    ("reply", r#"{"game": "nim", "position": "3", "level": 11}"#, 400, "request", None),
    ("reply", r#"{"game": "nim", "position": "3", "level": 0}"#, 400, "request", None),
    ("reply", r#"{"game": "nim", "position": "3", "to_move": "up"}"#, 400, "request", None),
    ("positions", r#"{"table": "../../etc"}"#, 404, "unavailable", None),
    ("query", r#"{"table": "../../etc"}"#, 404, "unavailable", None),
];

#[test]
fn bad_requests_are_explained() {
    run(async {
        let router = router();
        for (operation, body, status, expected, field) in BAD {
            let answer = post(&router, operation, body).await;
            assert_eq!(kind(&answer), (*status, (*expected).to_owned()), "{operation} {body}: {answer:?}");
            assert_eq!(answer.json()["in"], json!(field), "{operation} {body}");
        }
        let mut plain = request("POST", "/api/v1/solve", r#"{"game": "nim", "position": "3"}"#);
        plain.headers_mut().insert("content-type", "text/plain".parse().unwrap());
        assert_eq!(ask(&router, plain).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        let bytes = request("POST", "/api/v1/solve", vec![b'"', 0xFF, b'"']);
        assert_eq!(ask(&router, bytes).await.status, StatusCode::BAD_REQUEST);
        for path in ["solve?wait=x", "solve?wait=-1", "solve?wait=NaN"] {
            let answer = post(&router, path, r#"{"game": "nim", "position": "3"}"#).await;
            assert_eq!(kind(&answer), (400, "request".to_owned()), "{path}");
        }
        for (path, field) in [("solve?foo=1", "foo"), ("solve?wait=1&timeout=2", "timeout")] {
            let answer = post(&router, path, r#"{"game": "nim", "position": "3"}"#).await;
            assert_eq!(kind(&answer), (400, "request".to_owned()), "{path}");
            let error = answer.json();
            assert_eq!(error["detail"], format!("the address of a POST has no field `{field}`"));
            assert_eq!(error["expected"], "expected no field except `wait`", "{error}");
            assert_eq!(error["help"], "the fields of `solve` belong in the body", "{error}");
        }
        for (method, path) in [
            ("GET", "solve"),
            ("POST", "games"),
            ("PUT", "solve"),
            ("GET", "tasks/x"),
            ("POST", "verify/nim"),
        ] {
            let answer = ask(&router, request(method, &format!("/api/v1/{path}"), "")).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        }
        for path in ["verify/nim?up_to=x", "quiz?seed=x"] {
            assert_eq!(get(&router, &format!("/api/v1/{path}")).await.status, StatusCode::BAD_REQUEST);
        }
        assert_eq!(kind(&get(&router, "/api/v1/verify/nm").await), (422, "input".to_owned()));
        assert_eq!(kind(&get(&router, "/api/v1/tasks/x/events").await), (404, "unavailable".to_owned()));
        let gone = ask(&router, request("DELETE", "/api/v1/tasks/x", "")).await;
        assert_eq!(kind(&gone), (404, "unavailable".to_owned()));
    });
}
