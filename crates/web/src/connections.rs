//! Connections: not too many, and none that is held by somebody who neither writes nor reads.

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

/// How many connections there may be, and how long each may be idle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// All connections at once.
    pub(crate) connections: usize,
    /// How long the head of a request may take, counted from the connection's begin or the last answer's end.
    pub(crate) head: Duration,
    /// How long an answer may wait for one who does not read it.
    pub(crate) reading: Duration,
}

/// Of all connections this part may come from one address, if it is that of another machine.
const OF_ONE_ADDRESS: usize = 4;

/// The longest head of a request in bytes.
const LONGEST_HEAD: usize = 32 << 10;

/// How long nothing is accepted after the system has refused to, which it does where there are too many files.
const REFUSED: Duration = Duration::from_millis(100);

/// What one who comes while there are too many connections is told, if it can be told at once.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Answers all who connect, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router, patience: Patience) -> io::Result<()> {
    let places = Places(Arc::default());
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            // The listener goes on to be there; who wanted to connect is gone, or waits.
            Err(_) => {
                sleep(REFUSED).await;
                continue;
            }
        };
        let Some(place) = places.take(peer.ip(), patience.connections) else {
            let _ = stream.try_write(FULL);
            continue;
        };
        // Short answers are not kept back for more to come.
        let _ = stream.set_nodelay(true);
        let stream = Patient { stream, most: patience.reading, deadline: None };
        let router = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience.head)
                .max_buf_size(LONGEST_HEAD)
                .serve_connection(TokioIo::new(stream), router);
            // However it ended, it is over.
            let _ = connection.await;
            drop(place);
        });
    }
}

/// How many connections there are, from which addresses.
#[derive(Clone)]
struct Places(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// The place of one connection.
struct Place {
    places: Places,
    address: IpAddr,
}

impl Places {
    /// A place for a connection from this address, if there is room for it among `most`.
    fn take(&self, address: IpAddr, most: usize) -> Option<Place> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_one = if address.is_loopback() { most } else { most.div_ceil(OF_ONE_ADDRESS) };
        let own = counts.get(&address).copied().unwrap_or(0);
        if own >= of_one || counts.values().sum::<usize>() >= most {
            return None;
        }
        counts.insert(address, own + 1);
        Some(Place { places: self.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.get_mut(&self.address) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                counts.remove(&self.address);
            }
        }
    }
}

/// A connection that fails when the other side has not read for so long.
struct Patient {
    stream: TcpStream,
    most: Duration,
    /// When it fails, while there is something that is not read.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// What comes of an attempt to write.
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
    fn one_machine_cannot_take_all_places() {
        let places = Places(Arc::default());
        let (stranger, other, own) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into(), [127, 0, 0, 1].into());
        let mut taken: Vec<Place> = std::iter::from_fn(|| places.take(stranger, 8)).collect();
        assert_eq!(taken.len(), 2);
        taken.extend(places.take(other, 8));
        taken.extend(std::iter::from_fn(|| places.take(own, 8)));
        assert_eq!(taken.len(), 8);
        assert!(places.take(other, 8).is_none());
        taken.clear();
        assert!(places.0.lock().unwrap().is_empty() && places.take(other, 8).is_some());
    }
}
