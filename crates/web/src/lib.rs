//! The web server: [`winways::service`] over HTTP, and the files of the page. This crate contains no mathematics.
//!
//! The address of an operation is `/api/v1/` followed by its name. The fields and the answers are the same as in the service. A bounded
//! number of threads does the work, with limits of time and memory for each request. Work is cancelled when its client disconnects.
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
mod description;
mod engine;
mod guard;
mod operations;
mod page;
mod pressure;
mod router;
mod server;
mod tasks;
mod watch;

pub use backstop::Backstop;
pub use description::description;
pub use engine::Limits;
pub use router::addresses;
pub use server::{Server, run};
