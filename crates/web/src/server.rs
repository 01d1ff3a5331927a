use crate::backstop::Backstop;
use crate::connections;
use crate::engine::{Engine, Limits};
use crate::guard::Guard;
use crate::operations::Shared;
use crate::router::router;
use crate::tasks::{Tasks, random_name};
use axum::Router;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use winways::Catalogue;

/// A server: what it knows, and what it allows.
pub struct Server {
    limits: Limits,
    catalogue: Catalogue,
    tables: Option<PathBuf>,
    token: Option<String>,
    give_back_memory: fn(),
    backstop: Option<Backstop>,
}

impl Server {
    /// A server for the built-in games.
    pub fn new(limits: Limits) -> Self {
        Server {
            limits,
            catalogue: Catalogue::new(),
            tables: None,
            token: None,
            give_back_memory: || (),
            backstop: None,
        }
    }

    /// The same for these games.
    #[must_use]
    pub fn with_catalogue(self, catalogue: Catalogue) -> Self {
        Server { catalogue, ..self }
    }

    /// The same, which answers from the solved tables in the directories below this one.
    #[must_use]
    pub fn with_tables(self, directory: PathBuf) -> Self {
        Server { tables: Some(directory), ..self }
    }

    /// The same, which answers those alone who show this token.
    #[must_use]
    pub fn with_token(self, token: String) -> Self {
        Server { token: Some(token), ..self }
    }

    /// The same, with a token that nobody can guess.
    ///
    /// # Errors
    /// That the system gives no random numbers.
    pub fn with_random_token(self) -> io::Result<Self> {
        let token = random_name().ok_or_else(|| io::Error::other("the system gives no random numbers"))?;
        Ok(self.with_token(token))
    }

    /// The token that requests must show, if there is one.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The same, which calls this after each piece of work.
    #[must_use]
    pub fn giving_back(self, give_back_memory: fn()) -> Self {
        Server { give_back_memory, ..self }
    }

    /// The same, in a process of its own, whose memory is watched, and which is replaced where the work does not keep its limits.
    #[must_use]
    pub fn with_backstop(self, backstop: Backstop) -> Self {
        Server { backstop: Some(backstop), ..self }
    }

    /// What answers requests that come to this address.
    pub fn router(self, address: IpAddr) -> Router {
        let guard = Guard::new(address, self.token);
        let engine = Engine::new(self.limits, self.catalogue, self.tables, self.give_back_memory);
        let engine = Arc::new(engine);
        if let Some(backstop) = self.backstop {
            backstop.watch(&engine);
        }
        router(Shared { engine, tasks: Tasks::default() }, guard)
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// That the listener has no address, or others may reach it and there is no token.
    pub async fn serve(self, listener: TcpListener) -> io::Result<()> {
        let address = listener.local_addr()?.ip();
        if !address.is_loopback() && self.token.is_none() {
            return Err(io::Error::other("a server that other machines can reach needs a token"));
        }
        let patience = self.limits.patience();
        connections::serve(listener, self.router(address), patience).await
    }
}

/// Serves on a runtime of its own, from which `began` learns that requests are answered now.
///
/// # Errors
/// That there are no threads, or as [`Server::serve`].
pub fn run(server: Server, listener: std::net::TcpListener) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    listener.set_nonblocking(true)?;
    runtime.block_on(async { server.serve(TcpListener::from_std(listener)?).await })
}
