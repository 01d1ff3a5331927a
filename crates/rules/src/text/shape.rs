//! Rules on single heaps that take and split, recognised.
use super::nest::Nest;
#[derive(Debug)]
pub(super) struct HeapShape;
impl HeapShape {
    pub(super) fn of(_nests: &[Nest]) -> Option<HeapShape> {
        None
    }
}
impl crate::HeapRules for HeapShape {
    fn exclude_options(&self, _: usize, _: &mut crate::Excluded<'_>) {}
    fn recurrence(&self) -> crate::Recurrence {
        crate::Recurrence::Unknown
    }
}
