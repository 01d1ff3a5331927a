//! The queue of waiting requests, and the active request.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use winways::service::{Cancel, ServiceRequest};

/// A request and its cancellation flag.
pub(super) struct Waiting {
    pub(super) request: ServiceRequest,
    pub(super) cancel: Cancel,
    bytes: usize,
}

/// The requests that have been read but not answered, in order.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// The total size of the waiting requests in bytes.
    bytes: usize,
    /// The id of the active request.
    active: Option<(String, Cancel)>,
    /// `true` once no more requests will be added.
    is_closed: bool,
}

/// The total size in bytes of waiting requests above which reading is suspended.
const MAX_BYTES: usize = 1 << 24;

/// The overhead of a request in bytes, in addition to its text.
const REQUEST_BYTES: usize = 1 << 10;

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        // The state is consistent even if a thread panicked: each change is a single step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room for a request of `length` bytes, and adds it.
    pub(super) fn put(&self, request: ServiceRequest, length: usize) {
        // Twice the length: for the id, and for the text without quotation marks.
        let bytes = 2 * length + REQUEST_BYTES;
        let mut state = self.state();
        while state.bytes > 0 && state.bytes + bytes > MAX_BYTES {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += bytes;
        state.waiting.push_back(Waiting { request, cancel: Cancel::default(), bytes });
        self.changed.notify_all();
    }

    /// Cancels all unanswered requests with this id.
    pub(super) fn cancel(&self, id: &str) {
        let state = self.state();
        let waiting = state.waiting.iter().filter(|waiting| waiting.request.id() == id);
        waiting.for_each(|waiting| waiting.cancel.cancel());
        if let Some((_, cancel)) = state.active.as_ref().filter(|(active, _)| active == id) {
            cancel.cancel();
        }
    }

    /// Closes the queue: no more requests will be added.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Removes and returns all waiting requests.
    pub(super) fn next_all(&self) -> VecDeque<Waiting> {
        let mut state = self.state();
        state.bytes = 0;
        std::mem::take(&mut state.waiting)
    }

    /// Makes the next request active and returns it, or returns `None` if no request is waiting.
    pub(super) fn next_at_once(&self) -> Option<Waiting> {
        self.take(&mut self.state())
    }

    /// Waits for the next request, makes it active and returns it. Returns `None` if the queue is closed and empty.
    pub(super) fn next(&self) -> Option<Waiting> {
        let mut state = self.state();
        while state.waiting.is_empty() && !state.is_closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.take(&mut state)
    }

    fn take(&self, state: &mut State) -> Option<Waiting> {
        let next = state.waiting.pop_front()?;
        state.bytes -= next.bytes;
        state.active = Some((next.request.id().to_owned(), next.cancel.clone()));
        self.changed.notify_all();
        Some(next)
    }

    /// Marks the active request as answered.
    pub(super) fn end(&self) {
        self.state().active = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    fn request(id: u64) -> ServiceRequest {
        ServiceRequest::evaluate(id, "1")
    }

    fn next(queue: &Queue) -> Option<(String, bool)> {
        queue.next().map(|next| (next.request.id().to_owned(), next.cancel.is_cancelled()))
    }

    #[test]
    fn requests_come_in_order_until_the_end() {
        let queue = Queue::default();
        (0..3).for_each(|id| queue.put(request(id), 10));
        queue.close();
        let ids: Vec<_> = std::iter::from_fn(|| next(&queue)).map(|(id, _)| id).collect();
        assert_eq!(ids, ["0", "1", "2"]);
        assert_eq!(queue.state().bytes, 0);
    }

    #[test]
    fn active_and_waiting_requests_are_cancelled() {
        let queue = Queue::default();
        [1, 2, 1, 3].into_iter().for_each(|id| queue.put(request(id), 10));
        let active = queue.next_at_once().unwrap();
        queue.cancel("1");
        queue.cancel("4");
        assert!(active.cancel.is_cancelled());
        queue.close();
        let rest: Vec<_> = std::iter::from_fn(|| next(&queue)).collect();
        assert_eq!(rest, [("2".to_owned(), false), ("1".to_owned(), true), ("3".to_owned(), false)]);
        // Answered requests cannot be cancelled.
        queue.end();
        queue.cancel("3");
        assert!(queue.state().active.is_none());
    }

    #[test]
    fn reading_waits_for_room() {
        let queue = Arc::new(Queue::default());
        let filled = queue.clone();
        let reader = thread::spawn(move || {
            (0..100).for_each(|id| filled.put(request(id), MAX_BYTES / 5));
            filled.close();
        });
        let mut ids = Vec::new();
        while let Some(next) = queue.next() {
            assert!(queue.state().bytes <= MAX_BYTES);
            ids.push(next.request.id().to_owned());
        }
        assert!(reader.join().is_ok() && ids.len() == 100);
        // A request that is larger than the limit is accepted alone.
        queue.put(request(1), 2 * MAX_BYTES);
        assert_eq!((queue.next_all().len(), queue.next_all().len()), (1, 0));
    }
}
