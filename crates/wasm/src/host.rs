//! The functions that the host of the WebAssembly instance provides in the global object `winwaysHost`.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Returns the time of a steady clock in milliseconds.
    #[wasm_bindgen(js_namespace = winwaysHost)]
    pub(crate) fn now() -> f64;

    /// Returns `true` if the active request was cancelled.
    #[wasm_bindgen(js_namespace = winwaysHost, js_name = isCancelled)]
    pub(crate) fn is_cancelled() -> bool;

    /// Receives the progress of the active request as JSON.
    #[wasm_bindgen(js_namespace = winwaysHost)]
    pub(crate) fn progress(json: &str);

    /// Receives the message of a panic, which ends the instance.
    #[wasm_bindgen(js_namespace = winwaysHost)]
    pub(crate) fn panicked(message: &str);
}
