//! Tests with sockets: slow connections, and the limit on their number.

use crate::common::{HOST, run};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use winways_web::{Limits, Server};

/// A time limit that no test should reach.
const LONG: Duration = Duration::from_secs(60);

/// Starts a server with these limits, and returns its address.
async fn served(limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    let address = listener.local_addr().expect("it has an address");
    tokio::spawn(Server::new(limits).serve(listener));
    address
}

fn impatient() -> Limits {
    Limits { patience: Duration::from_millis(500), ..Limits::default() }
}

/// Reads until the other side closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut answer)).await.expect("the connection is closed");
    String::from_utf8_lossy(&answer).into_owned()
}

async fn get(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = format!("GET /openapi.json HTTP/1.1\r\nhost: {HOST}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    rest(&mut stream).await
}

#[test]
fn heads_that_come_slowly_are_not_waited_for() {
    run(async {
        let address = served(impatient()).await;
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await.expect("it reads");
        let began = Instant::now();
        // Sending a letter now and then does not extend the time limit.
        while stream.write_all(b"a").await.is_ok() {
            assert!(began.elapsed() < LONG, "the connection is held");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let mut silent = TcpStream::connect(address).await.expect("it listens");
        assert_eq!(rest(&mut silent).await, "");
        assert!(get(address).await.starts_with("HTTP/1.1 200"));
    });
}

#[test]
fn bodies_that_come_slowly_are_not_waited_for() {
    run(async {
        let address = served(impatient()).await;
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let head = format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).await.expect("it reads");
        let answer = rest(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    });
}

#[test]
fn answers_that_nobody_reads_are_not_held() {
    run(async {
        // Only one connection is allowed, so the first one must end before the next.
        let limits = Limits { connections: 1, ..impatient() };
        let address = served(limits).await;
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        // Far more answers than the system buffers for a client that does not read.
        let request = format!("GET /openapi.json HTTP/1.1\r\nhost: {HOST}\r\n\r\n").repeat(1000);
        let _ = timeout(Duration::from_secs(5), stream.write_all(request.as_bytes())).await;
        let began = Instant::now();
        while !get(address).await.starts_with("HTTP/1.1 200") {
            assert!(began.elapsed() < LONG, "the connection is held");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
}

#[test]
fn too_many_connections_are_sent_away() {
    run(async {
        let address = served(Limits { connections: 4, ..Limits::default() }).await;
        let mut held = Vec::new();
        for _ in 0..4 {
            let mut stream = TcpStream::connect(address).await.expect("it listens");
            // A connection has its slot once it is answered.
            let request = format!("GET /api/v1/nothing HTTP/1.1\r\nhost: {HOST}\r\n\r\n");
            stream.write_all(request.as_bytes()).await.expect("it reads");
            assert!(timeout(LONG, stream.read_u8()).await.is_ok());
            held.push(stream);
        }
        let refused = get(address).await;
        assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 503"), "{refused}");
        held.clear();
        let began = Instant::now();
        while !get(address).await.starts_with("HTTP/1.1 200") {
            assert!(began.elapsed() < LONG, "the places are not free again");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}

#[test]
fn long_heads_and_bodies_are_refused() {
    run(async {
        let address = served(Limits::default()).await;
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let head = format!("GET / HTTP/1.1\r\nhost: {HOST}\r\nx: {}\r\n\r\n", "a".repeat(1 << 20));
        let _ = stream.write_all(head.as_bytes()).await;
        let answer = rest(&mut stream).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let head = format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            100 << 20
        );
        // The announced length alone causes the refusal.
        let mut silent = TcpStream::connect(address).await.expect("it listens");
        silent.write_all(head.as_bytes()).await.expect("it reads");
        assert!(rest(&mut silent).await.starts_with("HTTP/1.1 413"));
        stream.write_all(head.as_bytes()).await.expect("it reads");
        let piece = vec![b' '; 1 << 20];
        for _ in 0..100 {
            if stream.write_all(&piece).await.is_err() {
                break;
            }
        }
        // If the connection was closed with unread input, the answer may be lost.
        let answer = rest(&mut stream).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
        assert!(get(address).await.starts_with("HTTP/1.1 200"));
    });
}
