//! Connections, limited in number and in idle time.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep};

/// Limits on the number of connections and on their idle time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// The maximum number of concurrent connections.
    pub(crate) connections: usize,
    /// The time limit for the head of a request, counted from the start of the connection or the end of the last answer.
    pub(crate) head: Duration,
    /// The time for which an answer waits for a client that does not read it.
    pub(crate) reading: Duration,
}

/// The inverse of the largest share of all connections that one address of another machine may use.
const OF_ONE_ADDRESS: usize = 4;

/// The maximum length of a request's head in bytes.
const LONGEST_HEAD: usize = 32 << 10;

/// The pause after the system refused to accept a connection, for example because of too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The answer to a connection beyond the limit, if it can be sent without waiting.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Accepts and serves connections forever.
pub(crate) async fn serve(listener: TcpListener, router: Router, patience: Patience) -> io::Result<()> {
    let counts = ConnectionCounts(Arc::default());
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            // The listener remains valid. The client has gone, or its connection waits in the backlog.
            Err(_) => {
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let Some(slot) = counts.take(peer.ip(), patience.connections) else {
            let _ = stream.try_write(FULL);
            continue;
        };
        // Send short answers without delay.
        let _ = stream.set_nodelay(true);
        let stream = Patient { stream, most: patience.reading, deadline: None };
        let router = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience.head)
                .max_buf_size(LONGEST_HEAD)
                .serve_connection(TokioIo::new(stream), router);
            // An error needs no handling: the connection has ended in any case.
            let _ = connection.await;
            drop(slot);
        });
    }
}

/// The number of connections from each address.
#[derive(Clone)]
struct ConnectionCounts(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// The slot of one connection, which is freed when it is dropped.
struct ConnectionSlot {
    counts: ConnectionCounts,
    address: IpAddr,
}

impl ConnectionCounts {
    /// Takes a slot for a connection from this address, if there is room among `most` slots.
    fn take(&self, address: IpAddr, most: usize) -> Option<ConnectionSlot> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_one = if address.is_loopback() { most } else { most.div_ceil(OF_ONE_ADDRESS) };
        let own = counts.get(&address).copied().unwrap_or(0);
        if own >= of_one || counts.values().sum::<usize>() >= most {
            return None;
        }
        counts.insert(address, own + 1);
        Some(ConnectionSlot { counts: self.clone(), address })
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.get_mut(&self.address) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                counts.remove(&self.address);
            }
        }
    }
}

/// A connection that fails when the client has not read for a given time.
struct Patient {
    stream: TcpStream,
    most: Duration,
    /// The time at which the connection fails, while there is unread output.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// Updates the deadline after an attempt to write, and returns the result.
    fn written<T>(&mut self, attempt: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if attempt.is_ready() {
            self.deadline = None;
            return attempt;
        }
        let most = self.most;
        let deadline =
            self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + most)));
        deadline.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(attempt, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(attempt, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.stream).poll_flush(context);
        self.written(attempt, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.stream).poll_shutdown(context);
        self.written(attempt, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_machine_cannot_take_all_slots() {
        let counts = ConnectionCounts(Arc::default());
        let (stranger, other, own) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into(), [127, 0, 0, 1].into());
        let mut taken: Vec<ConnectionSlot> = std::iter::from_fn(|| counts.take(stranger, 8)).collect();
        assert_eq!(taken.len(), 2);
        taken.extend(counts.take(other, 8));
        taken.extend(std::iter::from_fn(|| counts.take(own, 8)));
        assert_eq!(taken.len(), 8);
        assert!(counts.take(other, 8).is_none());
        taken.clear();
        assert!(counts.0.lock().unwrap().is_empty() && counts.take(other, 8).is_some());
    }
}
