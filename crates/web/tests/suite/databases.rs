//! Answers about solved tables, compared with the tables themselves.

use crate::common::{get, post, run, with_a_table};
use axum::http::StatusCode;
use serde_json::{Value, json};
use winways::tables::Database;
use winways::wire::{AnalysisJson, DatabaseCountJson};
use winways::{Budget, Catalogue, NoObserver, Request};

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is not a list"))
}

#[test]
fn tables_are_listed_counted_and_asked() {
    run(async {
        let (all, router) = with_a_table();
        let database = Database::open(&Catalogue::new(), &all.path().join("small/chase")).unwrap();
        let tables = get(&router, "/api/v1/tables").await.json();
        let [table] = &list(&tables)[..] else { panic!("{tables}") };
        assert_eq!((&table["directory"], &table["complete"]), (&json!("small/chase"), &json!(true)));
        let counts = database.info().unwrap().counts;
        assert_eq!(table["won"], json!(counts.won));
        assert_eq!(table["remoteness"], json!(counts.greatest_remoteness()));

        // The answers by text and by rank both match the library's.
        let start = database.position("1 1 5 5").unwrap();
        let rank = start.ranked().unwrap().rank();
        let analysis = database.analyse(&start, &Request::default(), &NoObserver);
        let expected = AnalysisJson::new(&start, &analysis).with_rank(Some(rank));
        let expected = serde_json::to_value(expected).unwrap();
        for body in [
            json!({"table": "small/chase", "position": "1 1 5 5"}),
            json!({"table": "small/chase", "rank": rank}),
        ] {
            assert_eq!(post(&router, "query", &body.to_string()).await.json(), expected, "{body}");
        }
        let counted =
            post(&router, "count", r#"{"table": "small/chase", "position": "1 1 5 5"}"#).await.json();
        let layers = database.count_reachable(&start, Budget::DEFAULT, &NoObserver).unwrap();
        let expected = DatabaseCountJson::new(database.identity(), start.to_string(), Ok(&layers));
        assert_eq!(counted, serde_json::to_value(expected).unwrap());
    });
}

#[test]
fn positions_are_found_page_by_page() {
    run(async {
        let (all, router) = with_a_table();
        let database = Database::open(&Catalogue::new(), &all.path().join("small/chase")).unwrap();
        let mut exported = Vec::new();
        database.export_csv(&mut exported, &NoObserver).unwrap();
        let exported = String::from_utf8(exported).unwrap();
        // Fields are rank, position, outcome and remoteness. Positions may contain commas.
        let rows: Vec<(u64, &str, &str)> = exported
            .lines()
            .skip(1)
            .map(|line| {
                let fields: Vec<&str> = line.split(',').collect();
                (fields[0].parse().unwrap(), fields[fields.len() - 2], fields[fields.len() - 1])
            })
            .collect();
        let counts = database.info().unwrap().counts;
        let greatest = counts.greatest_remoteness().unwrap();
        for wanted in [
            json!({}),
            json!({"outcome": "N"}),
            json!({"outcome": "P", "remoteness": 2}),
            json!({"remoteness": greatest}),
            json!({"outcome": "D"}),
        ] {
            let outcome = wanted["outcome"].as_str();
            let remoteness = wanted["remoteness"].as_u64().map(|remoteness| remoteness.to_string());
            let is_wanted = |row: &&(u64, &str, &str)| {
                outcome.is_none_or(|outcome| outcome == row.1)
                    && remoteness.as_ref().is_none_or(|remoteness| remoteness == row.2)
            };
            let expected: Vec<u64> = rows.iter().filter(is_wanted).map(|row| row.0).collect();
            let (mut found, mut from) = (Vec::new(), 0);
            loop {
                let mut body = wanted.clone();
                (body["table"], body["from"], body["max"]) = ("small/chase".into(), from.into(), 7.into());
                let page = post(&router, "positions", &body.to_string()).await.json();
                assert!(list(&page["positions"]).len() <= 7 && page["complete"] == true, "{page}");
                found.extend(list(&page["positions"]).iter().filter_map(|found| found["rank"].as_u64()));
                match page["next"].as_u64() {
                    Some(next) => from = next,
                    None => break,
                }
            }
            assert_eq!(found, expected, "{wanted}");
        }
        let farthest = json!({"table": "small/chase", "remoteness": greatest}).to_string();
        let farthest = post(&router, "positions", &farthest).await.json();
        let first = farthest["positions"][0]["position"].as_str().unwrap();
        let solved = post(&router, "solve", &json!({"game": first}).to_string()).await.json();
        assert_eq!(solved["remoteness"], json!(greatest), "{solved}");
    });
}

#[test]
fn missing_tables_and_ranks_are_explained() {
    run(async {
        let (_all, router) = with_a_table();
        let missing = post(&router, "query", r#"{"table": "none"}"#).await.json();
        assert_eq!(
            (&missing["in"], &missing["help"]),
            (&json!("table"), &json!("`tables` lists all tables"))
        );
        assert!(missing["expected"].as_str().is_some_and(|text| text.contains("directory")), "{missing}");
        let rank = post(&router, "query", r#"{"table": "small/chase", "rank": 4000000000}"#).await.json();
        assert_eq!(rank["expected"], "expected the rank of a position, below 1250", "{rank}");
        let late = r#"{"table": "small/chase", "position": "1 1 5 5", "timeout": 0}"#;
        let late = post(&router, "count", late).await.json();
        assert_eq!((&late["complete"], &late["all"]), (&json!(false), &Value::Null), "{late}");
    });
}

/// A table that cannot be read is an error, not an answer without an outcome.
#[test]
fn damaged_tables_are_unavailable() {
    run(async {
        let (all, router) = with_a_table();
        let file = all.path().join("small/chase/layer-0-shard-0.codes");
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&file, bytes).unwrap();
        for (operation, body) in [
            ("query", r#"{"table": "small/chase", "position": "1 1 5 5"}"#),
            ("query", r#"{"table": "small/chase", "rank": 7}"#),
            ("count", r#"{"table": "small/chase", "position": "1 1 5 5"}"#),
            ("positions", r#"{"table": "small/chase"}"#),
            // Positions are also looked up in the tables of their boards.
            ("solve", r#"{"game": "chase(5,1,1,5,5)"}"#),
            ("eval", r#"{"eval": "chase(5,1,1,5,5)"}"#),
        ] {
            let answer = post(&router, operation, body).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{operation} {body}: {answer:?}");
            let error = answer.json();
            assert_eq!(error["type"], "urn:winways:error:unavailable", "{error}");
            let detail = error["detail"].as_str().unwrap();
            assert!(detail.contains("small/chase/layer-0-shard-0.codes is damaged"), "{detail}");
            assert!(!detail.contains(all.path().to_str().unwrap()), "{detail}");
        }
    });
}

#[test]
fn bad_questions_about_tables_are_refused() {
    run(async {
        let (all, router) = with_a_table();
        let bad = [
            ("query", r#"{"table": "small"}"#, 404, "unavailable"),
            ("query", r#"{"table": "../chase"}"#, 422, "input"),
            ("query", r#"{"table": "/etc"}"#, 422, "input"),
            ("query", r#"{"table": "small/chase", "rank": 4000000000}"#, 422, "input"),
            ("query", r#"{"table": "small/chase", "rank": -1}"#, 400, "request"),
            ("query", r#"{"table": "small/chase", "rank": 1, "position": ""}"#, 400, "request"),
            ("query", r#"{"table": "small/chase", "position": "9 9"}"#, 422, "input"),
            ("count", r#"{"table": "small/chase", "position": "9 9"}"#, 422, "input"),
            ("query", r#"{"table": "small/chase"}"#, 422, "input"),
            ("count", r#"{"table": "none"}"#, 404, "unavailable"),
            ("positions", r#"{"table": "small/chase", "outcome": "L"}"#, 400, "request"),
            ("positions", r#"{"table": "small/chase", "remoteness": "2"}"#, 400, "request"),
            ("positions", r#"{"table": "./.."}"#, 422, "input"),
            ("query", r#"{"table": "small/chase", "position": "1 1 5 5", "memory": 20}"#, 422, "limit"),
            ("count", r#"{"table": "small/chase", "position": "1 1 5 5", "memory": 20}"#, 422, "limit"),
            ("positions", r#"{"table": "small/chase", "memory": 20}"#, 422, "limit"),
        ];
        for (operation, body, status, kind) in bad {
            let answer = post(&router, operation, body).await;
            assert_eq!(answer.status.as_u16(), status, "{operation} {body}: {answer:?}");
            assert_eq!(answer.json()["type"], format!("urn:winways:error:{kind}"), "{operation} {body}");
            // The answer does not reveal the directory of the tables.
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            assert!(!text.contains(all.path().to_str().unwrap()), "{text}");
        }
        let manifest = all.path().join("small/chase/manifest.json");
        std::fs::write(manifest, "{}").unwrap();
        let tables = get(&router, "/api/v1/tables").await;
        assert_eq!(tables.status, StatusCode::OK);
        let text = String::from_utf8_lossy(&tables.body).into_owned();
        assert!(text.contains("manifest.json is damaged"), "{text}");
        assert!(!text.contains(all.path().to_str().unwrap()), "{text}");
        let without = get(&crate::common::router(), "/api/v1/tables").await;
        assert_eq!((without.status, without.json()), (StatusCode::OK, serde_json::json!([])));
    });
}
