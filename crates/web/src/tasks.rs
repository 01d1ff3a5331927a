//! Tasks: long-running work whose answer is sent as a server-sent event.

use crate::answer::Answer;
use crate::engine::Work;
use crate::operations::Name;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::json;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use winways::service::Cancel;
use winways::wire::{ErrorJson, ErrorKind, ProgressJson};

/// The tasks that are running, or whose answers have not been fetched.
#[derive(Clone, Default)]
pub(crate) struct Tasks(Arc<Mutex<HashMap<String, Task>>>);

struct Task {
    cancel: Cancel,
    /// The work, or `None` while a client listens.
    work: Option<Work>,
}

/// The time for which a task without a listener is kept.
const KEPT_UNHEARD: Duration = Duration::from_secs(30);

/// The interval between progress events.
const INTERVAL: Duration = Duration::from_millis(200);

impl Tasks {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Task>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores work for a client that will listen to its events. Returns an answer with the task's name.
    pub(crate) fn keep(&self, work: Work) -> Answer {
        let Some(id) = random_name() else {
            let error =
                ErrorJson::without_place(ErrorKind::Unavailable, "the system provides no random numbers");
            return Answer::error(&error.with_status(503));
        };
        self.lock().insert(id.clone(), Task { cancel: work.cancel(), work: Some(work) });
        let (tasks, name) = (self.clone(), id.clone());
        tokio::spawn(async move {
            tokio::time::sleep(KEPT_UNHEARD).await;
            let is_unheard = tasks.lock().get(&name).is_some_and(|task| task.work.is_some());
            if is_unheard {
                tasks.lock().remove(&name);
            }
        });
        Answer { status: StatusCode::ACCEPTED, body: json!({ "task": id }).to_string().into() }
    }
}

/// Returns an unguessable name of 32 hexadecimal digits, or `None` if the system provides no random numbers.
pub(crate) fn random_name() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn unknown() -> Response {
    let message = "there is no such task, or its answer was already sent";
    Answer::error(&ErrorJson::without_place(ErrorKind::Unavailable, message)).into_response()
}

/// Cancels a task. A listening client gets the partial result.
pub(crate) async fn cancel(State(tasks): State<Tasks>, Name(id): Name) -> Response {
    let mut all = tasks.lock();
    let Some(task) = all.get(&id) else { return unknown() };
    task.cancel.cancel();
    if task.work.is_some() {
        all.remove(&id);
    }
    StatusCode::NO_CONTENT.into_response()
}

/// A client that listens to a task. When the client disconnects, the task is removed and its work is cancelled.
struct Listener {
    tasks: Tasks,
    id: String,
    work: Work,
    is_over: bool,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.tasks.lock().remove(&self.id);
    }
}

/// Streams the progress of a task, and then its answer.
pub(crate) async fn events(State(tasks): State<Tasks>, Name(id): Name) -> Response {
    let Some(work) = tasks.lock().get_mut(&id).and_then(|task| task.work.take()) else { return unknown() };
    let listener = Listener { tasks, id, work, is_over: false };
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        Some(match self.work.answer_within(INTERVAL).await {
            Some(answer) => {
                self.is_over = true;
                let name = if answer.status == StatusCode::OK { "answer" } else { "error" };
                Event::default().event(name).data(String::from_utf8_lossy(&answer.body))
            }
            None => {
                let (progress, early) = (self.work.progress(), self.work.early());
                let json = serde_json::to_string(&ProgressJson::new(&progress, early.as_ref()));
                Event::default().event("progress").data(json.unwrap_or_default())
            }
        })
    }
}
