use std::sync::{Arc, Mutex, PoisonError};

/// A direct-mapped cache. Each key maps to one slot, which it shares with other keys. The slot holds the value that
/// was stored last.
#[derive(Debug)]
pub(crate) struct Slots<V> {
    slots: Vec<Mutex<Slot<V>>>,
}

/// A cached entry, if there is one.
type Slot<V> = Option<(u64, Arc<V>)>;

impl<V> Slots<V> {
    /// Creates a cache with `count` slots.
    pub(crate) fn new(count: usize) -> Slots<V> {
        Slots { slots: (0..count.max(1)).map(|_| Mutex::new(None)).collect() }
    }

    fn slot(&self, key: u64) -> &Mutex<Slot<V>> {
        // Multiplication by the golden ratio scatters consecutive keys.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        &self.slots[mixed as usize % self.slots.len()]
    }

    /// Returns the cached value of `key`. On a miss, computes it with `make` and stores it.
    pub(crate) fn get<E>(&self, key: u64, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let slot = self.slot(key);
        if let Some((kept, value)) = &*slot.lock().unwrap_or_else(PoisonError::into_inner)
            && *kept == key
        {
            return Ok(value.clone());
        }
        // The slot is not locked during the computation, so that other threads can use it.
        let value = Arc::new(make()?);
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((key, value.clone()));
        Ok(value)
    }
}
