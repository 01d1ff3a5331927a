use std::sync::{Arc, Mutex, PoisonError};

/// A cache: each key has one slot, which it shares with others; the last one put there is kept.
#[derive(Debug)]
pub(crate) struct Slots<V> {
    slots: Vec<Mutex<Slot<V>>>,
}

/// A key with its value, or nothing.
type Slot<V> = Option<(u64, Arc<V>)>;

impl<V> Slots<V> {
    /// A cache of so many values.
    pub(crate) fn new(count: usize) -> Slots<V> {
        Slots { slots: (0..count.max(1)).map(|_| Mutex::new(None)).collect() }
    }

    fn slot(&self, key: u64) -> &Mutex<Slot<V>> {
        // The golden ratio scatters keys that follow one another.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        &self.slots[mixed as usize % self.slots.len()]
    }

    /// The value of `key`; it is made if it is not there.
    pub(crate) fn get<E>(&self, key: u64, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let slot = self.slot(key);
        if let Some((kept, value)) = &*slot.lock().unwrap_or_else(PoisonError::into_inner)
            && *kept == key
        {
            return Ok(value.clone());
        }
        // Others may look into the slot meanwhile.
        let value = Arc::new(make()?);
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((key, value.clone()));
        Ok(value)
    }
}
