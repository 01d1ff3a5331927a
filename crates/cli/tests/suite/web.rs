//! `winways serve`: its answers agree with the commands, and the process starts and ends properly.

#[cfg(not(feature = "web"))]
#[test]
fn a_program_without_the_page_says_how_to_get_it() {
    let output = crate::common::run("winways serve", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        crate::common::stderr(&output).contains("the feature `web`"),
        "{}",
        crate::common::stderr(&output)
    );
}

#[cfg(feature = "web")]
mod served {
    use crate::common::{Running, Temporary, run, stderr, stdout};
    use serde_json::{Value, json};
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use winways::games::{entries, example};

    /// A running server with its address.
    struct Served {
        process: Running,
        address: String,
        query: String,
    }

    impl Served {
        fn start(options: &[&str]) -> Served {
            let mut process = Running::start(&[&["serve", "--port", "0"], options].concat());
            let printed = process.read_line();
            let (address, query) = printed
                .trim()
                .strip_prefix("http://")
                .and_then(|address| address.split_once('/'))
                .unwrap_or_else(|| panic!("{printed} is not an address"));
            Served { address: address.to_owned(), query: query.to_owned(), process }
        }

        /// Sends a request and returns the status and the answer.
        fn ask(&self, request: &str) -> (u16, String) {
            let mut stream = TcpStream::connect(&self.address).expect("the server listens");
            stream.write_all(request.as_bytes()).expect("it reads");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("it answers");
            let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {answer}"));
            let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
            (status.unwrap_or_else(|| panic!("no status: {head}")), body.to_owned())
        }

        fn get(&self, path: &str) -> (u16, String) {
            let host = &self.address;
            self.ask(&format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"))
        }

        fn post(&self, operation: &str, body: &Value) -> (u16, String) {
            let (host, body) = (&self.address, body.to_string());
            self.ask(&format!(
                "POST /api/v1/{operation}?wait=60 HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            ))
        }
    }

    impl Drop for Served {
        fn drop(&mut self) {
            self.process.interrupt();
        }
    }

    /// Quotes a text for a shell.
    fn quoted(text: &str) -> String {
        format!("'{}'", text.replace('\'', "'\\''"))
    }

    fn json_of(command: &str) -> Value {
        let output = run(command, "");
        serde_json::from_str(&stdout(&output))
            .unwrap_or_else(|error| panic!("{command}: {error}: {}", stderr(&output)))
    }

    /// A signal is the normal way to end a server, so its exit code is 0.
    #[test]
    fn a_server_that_is_ended_has_ended_well() {
        use nix::sys::signal::Signal;
        for signal in [Signal::SIGINT, Signal::SIGTERM] {
            let mut server = Running::start(&["serve", "--port", "0"]);
            assert!(server.read_line().starts_with("http://"));
            server.send(signal);
            let (out, code) = server.end();
            assert_eq!((out.as_str(), code), ("", Some(0)), "{signal}");
        }
    }

    /// The work of a request ends at its limit, which frees the task for other requests.
    #[test]
    fn requests_without_an_end_do_not_stop_the_server() {
        let served = Served::start(&["--timeout", "200ms", "--tasks", "1", "--jobs", "1"]);
        for _ in 0..3 {
            let (status, answer) =
                served.get("/api/v1/verify/partizan-euclid?up_to=18446744073709551615&wait=60");
            assert!(status == 200 && answer.contains("the time limit was reached"), "{status}: {answer}");
        }
        assert_eq!(served.post("solve", &json!({ "game": "nim", "position": "3 5" })).0, 200);
    }

    #[test]
    fn every_example_has_the_object_of_the_command() {
        let served = Served::start(&[]);
        for entry in entries() {
            let (game, position) = example(entry.page);
            // Answers are comparable only if they are complete: stopped work may have found more or fewer results.
            let asked = json!({ "game": game, "position": position, "max_moves": 20 });
            let (status, answer) = served.post("solve", &asked);
            let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
            let command =
                format!("winways solve {} --format json --moves 20 {}", quoted(game), quoted(position));
            assert_eq!((status, &answer), (200, &json_of(&command)), "{command}");
            let (status, page) = served.get(&format!("/api/v1/games/{}", entry.page.name));
            let page: Value = serde_json::from_str(&page).unwrap_or_default();
            let command = format!("winways games {} --format json", entry.page.name);
            assert_eq!((status, page), (200, json_of(&command)), "{command}");
        }
    }

    /// The winner after each move agrees with the list of winning moves, and each move touches existing elements.
    #[test]
    fn moves_agree_with_the_winning_ones() {
        let served = Served::start(&[]);
        let mut checked = 0;
        for entry in entries() {
            let (game, position) = example(entry.page);
            let asked = json!({ "game": game, "position": position, "outcomes": true, "max_moves": 300, "timeout": 5 });
            let (status, answer) = served.post("moves", &asked);
            if status == 422 && answer.contains("\"limit\"") {
                continue;
            }
            let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
            assert_eq!(status, 200, "{game} {position}: {answer}");
            let (_, solved) =
                served.post("solve", &json!({ "game": game, "position": position, "max_moves": 300 }));
            let solved: Value = serde_json::from_str(&solved).unwrap_or_default();
            let moves = answer["moves"].as_array().expect("a list");
            let figures = answer["view"]["figures"].as_array().expect("a list");
            for step in moves {
                assert!(touches(step).all(|touch| is_element(figures, touch)), "{game} {position}: {step}");
            }
            let is_known = answer["complete"] == json!(true) && solved["complete"] == json!(true);
            if !is_known
                || solved["move_count"].as_u64() > Some(300)
                || solved["value_kind"] == json!("points")
            {
                continue;
            }
            let wins = |step: &Value| step["outcome"] == json!("win");
            let winning: Vec<&Value> = moves.iter().filter(|step| wins(step)).collect();
            let report = solved["moves"].as_array().expect("a list");
            let mut texts: Vec<&str> = winning.iter().filter_map(|step| step["text"].as_str()).collect();
            let mut expected: Vec<&str> = report.iter().filter_map(|step| step["text"].as_str()).collect();
            texts.sort_unstable();
            expected.sort_unstable();
            if solved["outcome"] != json!("D") {
                assert_eq!(texts, expected, "{game} {position}: {solved}");
                checked += 1;
            }
        }
        assert!(checked > 60, "{checked}");
    }

    fn touches(step: &Value) -> impl Iterator<Item = (usize, usize)> {
        let number = |touch: &Value, place: usize| touch[place].as_u64().map(|number| number as usize);
        let touches = step["touches"].as_array().into_iter().flatten();
        touches.map(move |touch| {
            (number(touch, 0).unwrap_or(usize::MAX), number(touch, 1).unwrap_or(usize::MAX))
        })
    }

    fn is_element(figures: &[Value], (figure, element): (usize, usize)) -> bool {
        let Some(figure) = figures.get(figure) else { return false };
        let length = |field: &str| figure[field].as_array().map_or(0, Vec::len);
        let count = match figure["kind"].as_str().unwrap_or("") {
            "grid" | "strip" => length("cells"),
            "graph" => length("vertices") + length("edges"),
            "heaps" => length("heaps"),
            "staircase" => length("steps"),
            "digits" => length("signs"),
            kind => panic!("there is no figure of kind {kind}"),
        };
        element < count
    }

    #[test]
    fn games_of_a_directory_are_known() {
        let directory = Temporary::new();
        std::fs::write(directory.at("mine.game"), "game: mine\nheap n -> n-k where 1 <= k <= 3\n").unwrap();
        std::fs::write(directory.at("other.txt"), "no rules").unwrap();
        let served = Served::start(&["--games", &directory.root()]);
        let (status, answer) = served.post("solve", &json!({ "game": "mine", "position": "7" }));
        assert_eq!(status, 200, "{answer}");
        assert!(answer.contains("\"value\":\"*3\""), "{answer}");
        // The added games are listed, found and described like those of the catalogue.
        for path in ["/api/v1/games", "/api/v1/games?search=mine"] {
            let (_, list) = served.get(path);
            let list: Value = serde_json::from_str(&list).expect("a list");
            assert_eq!(
                (&list[0]["name"], &list[0]["players"]),
                (&json!("mine"), &json!("impartial")),
                "{path}"
            );
        }
        let (status, page) = served.get("/api/v1/games/mine");
        assert!(status == 200 && page.contains("\"title\":\"mine\""), "{status} {page}");
        std::fs::write(directory.at("wrong.game"), "heap n ->\n").unwrap();
        let refused = run(&format!("winways serve --port 0 --games {}", directory.root()), "");
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains("wrong.game"), "{}", stderr(&refused));
    }

    #[test]
    fn requests_without_sense_leave_the_server_alone() {
        let served = Served::start(&[]);
        for request in [
            "\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET /../../etc/passwd HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
            "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000000\r\n\r\n",
            "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        ] {
            let mut stream = TcpStream::connect(&served.address).expect("the server listens");
            stream.write_all(request.as_bytes()).expect("it reads");
            stream.shutdown(std::net::Shutdown::Write).expect("it can be closed");
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            assert!(!String::from_utf8_lossy(&answer).contains("200 OK"), "{request}");
        }
        assert_eq!(served.get("/").0, 200);
    }

    #[test]
    fn an_open_server_prints_its_token() {
        let mut served = Served::start(&["--listen", "0.0.0.0"]);
        let token = served.query.strip_prefix("?token=").expect("there is a token");
        assert!(token.len() >= 32);
        let port = served.address.rsplit(':').next().unwrap_or("").to_owned();
        served.address = format!("127.0.0.1:{port}");
        assert_eq!(served.get("/api/v1/games").0, 403);
        assert_eq!(served.get(&format!("/{}", served.query)).0, 303);
        let refused = run("winways serve --port 0 --listen 0.0.0.0 --token short", "");
        assert_eq!(refused.status.code(), Some(2));
    }
}
