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

/// A server, with its games, tables and limits.
pub struct Server {
    limits: Limits,
    catalogue: Catalogue,
    tables: Option<PathBuf>,
    token: Option<String>,
    give_back_memory: fn(),
    backstop: Option<Backstop>,
}

impl Server {
    /// Creates a server for the built-in games.
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

    /// Sets the catalogue of games.
    #[must_use]
    pub fn with_catalogue(self, catalogue: Catalogue) -> Self {
        Server { catalogue, ..self }
    }

    /// Sets the directory in which the server looks for solved tables.
    #[must_use]
    pub fn with_tables(self, directory: PathBuf) -> Self {
        Server { tables: Some(directory), ..self }
    }

    /// Sets the token that requests must present.
    #[must_use]
    pub fn with_token(self, token: String) -> Self {
        Server { token: Some(token), ..self }
    }

    /// Sets an unguessable token.
    ///
    /// # Errors
    /// Returns an error if the system provides no random numbers.
    pub fn with_random_token(self) -> io::Result<Self> {
        let token = random_name().ok_or_else(|| io::Error::other("the system provides no random numbers"))?;
        Ok(self.with_token(token))
    }

    /// Returns the token that requests must present, if there is one.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Sets a function that returns free memory to the system, called after each job.
    #[must_use]
    pub fn giving_back(self, give_back_memory: fn()) -> Self {
        Server { give_back_memory, ..self }
    }

    /// Sets a backstop, which watches the memory of the process and replaces it if the work exceeds its limits. The server must
    /// have its own process.
    #[must_use]
    pub fn with_backstop(self, backstop: Backstop) -> Self {
        Server { backstop: Some(backstop), ..self }
    }

    /// Creates the router for a server at this address.
    pub fn router(self, address: IpAddr) -> Router {
        let guard = Guard::new(address, self.token);
        let engine = Engine::new(self.limits, self.catalogue, self.tables, self.give_back_memory);
        let engine = Arc::new(engine);
        if let Some(backstop) = self.backstop {
            backstop.watch(&engine);
        }
        router(Shared { engine, tasks: Tasks::default() }, guard)
    }

    /// Serves requests until the process ends.
    ///
    /// # Errors
    /// Returns an error if the listener has no address, or if other machines can reach it and there is no token.
    pub async fn serve(self, listener: TcpListener) -> io::Result<()> {
        let address = listener.local_addr()?.ip();
        if !address.is_loopback() && self.token.is_none() {
            return Err(io::Error::other("a server that other machines can reach needs a token"));
        }
        let patience = self.limits.patience();
        connections::serve(listener, self.router(address), patience).await
    }
}

/// Runs a server on its own runtime.
///
/// # Errors
/// Returns an error if the runtime or the listener cannot be set up, or an error of [`Server::serve`].
pub fn run(server: Server, listener: std::net::TcpListener) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    listener.set_nonblocking(true)?;
    runtime.block_on(async { server.serve(TcpListener::from_std(listener)?).await })
}
