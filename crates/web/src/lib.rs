//! The server behind the page: [`winways::service`] over HTTP, and the files of the page. No mathematics here.
//!
//! The address of an operation is `/api/v1/` and its name; its fields and its answer are those of the service. Work is done by a
//! bounded number of threads, each piece within a limit of time and memory, and is cancelled when nobody waits for it any more.
//!
//! ```no_run
//! # async fn f() -> std::io::Result<()> {
//! use winways_web::{Limits, Server};
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:7878").await?;
//! Server::new(Limits::default()).serve(listener).await
//! # }
//! ```

#![forbid(unsafe_code)]

mod answer;
mod backstop;
mod connections;
mod engine;
mod guard;
mod kept;
mod operations;
mod page;
mod pressure;
mod router;
mod server;
mod tasks;
mod watch;

pub use backstop::Backstop;
pub use engine::Limits;
pub use router::addresses;
pub use server::{Server, run};
