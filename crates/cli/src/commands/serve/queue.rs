//! Requests that wait for their turn, and the one that is at work.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use winways::service::{Cancel, ServiceRequest};

/// A request, and what cancels it.
pub(super) struct Waiting {
    pub(super) request: ServiceRequest,
    pub(super) cancel: Cancel,
    bytes: usize,
}

/// The requests that have been read and not been answered, in their order.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// What those take that wait.
    bytes: usize,
    /// The id of the one at work.
    at_work: Option<(String, Cancel)>,
    /// No more will come.
    is_closed: bool,
}

/// No more is read while requests that take so many bytes wait.
const MOST_BYTES: usize = 1 << 24;

/// What a request takes beside its text.
const REQUEST_BYTES: usize = 1 << 10;

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        // What a thread that panicked left is whole: each change is a single one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request that was so many bytes long, when there is room for it.
    pub(super) fn put(&self, request: ServiceRequest, length: usize) {
        // Its id, and its text without the marks of quotations.
        let bytes = 2 * length + REQUEST_BYTES;
        let mut state = self.state();
        while state.bytes > 0 && state.bytes + bytes > MOST_BYTES {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += bytes;
        state.waiting.push_back(Waiting { request, cancel: Cancel::default(), bytes });
        self.changed.notify_all();
    }

    /// Ends all requests with this id, which need not be answered yet.
    pub(super) fn cancel(&self, id: &str) {
        let state = self.state();
        let waiting = state.waiting.iter().filter(|waiting| waiting.request.id() == id);
        waiting.for_each(|waiting| waiting.cancel.cancel());
        if let Some((_, cancel)) = state.at_work.as_ref().filter(|(at_work, _)| at_work == id) {
            cancel.cancel();
        }
    }

    /// No more requests come.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// All that wait.
    pub(super) fn next_all(&self) -> VecDeque<Waiting> {
        let mut state = self.state();
        state.bytes = 0;
        std::mem::take(&mut state.waiting)
    }

    /// The next request, which is at work from now on; nothing if none waits.
    pub(super) fn next_at_once(&self) -> Option<Waiting> {
        self.take(&mut self.state())
    }

    /// The next request, which is waited for; nothing if no more come.
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
        state.at_work = Some((next.request.id().to_owned(), next.cancel.clone()));
        self.changed.notify_all();
        Some(next)
    }

    /// The request at work has been answered.
    pub(super) fn end(&self) {
        self.state().at_work = None;
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
    fn those_at_work_and_those_that_wait_are_cancelled() {
        let queue = Queue::default();
        [1, 2, 1, 3].into_iter().for_each(|id| queue.put(request(id), 10));
        let at_work = queue.next_at_once().unwrap();
        queue.cancel("1");
        queue.cancel("4");
        assert!(at_work.cancel.is_cancelled());
        queue.close();
        let rest: Vec<_> = std::iter::from_fn(|| next(&queue)).collect();
        assert_eq!(rest, [("2".to_owned(), false), ("1".to_owned(), true), ("3".to_owned(), false)]);
        // What has been answered is not cancelled.
        queue.end();
        queue.cancel("3");
        assert!(queue.state().at_work.is_none());
    }

    #[test]
    fn no_more_is_read_than_there_is_room_for() {
        let queue = Arc::new(Queue::default());
        let filled = queue.clone();
        let reader = thread::spawn(move || {
            (0..100).for_each(|id| filled.put(request(id), MOST_BYTES / 5));
            filled.close();
        });
        let mut ids = Vec::new();
        while let Some(next) = queue.next() {
            assert!(queue.state().bytes <= MOST_BYTES);
            ids.push(next.request.id().to_owned());
        }
        assert!(reader.join().is_ok() && ids.len() == 100);
        // One that is larger than all the room is taken alone.
        queue.put(request(1), 2 * MOST_BYTES);
        assert_eq!((queue.next_all().len(), queue.next_all().len()), (1, 0));
    }
}
