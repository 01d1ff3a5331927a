//! Certificates of proved periods.

use super::landmarks::Landmark;
use super::sequence::Sequence;
use crate::budget::{Budget, Observer, Stopped};
use crate::certificate::{Certificate, Proof, SparseProof, Window};

impl Sequence<u8> {
    /// Implements [`super::SparseSequence::certificate`].
    pub(super) fn certificate(
        &self,
        game: &str,
        observer: &dyn Observer,
    ) -> Result<Option<Certificate>, Stopped> {
        let (Some(period), Some((repeats_from, apart))) = (self.period, self.repeats) else {
            return Ok(None);
        };
        let landmarks = self.landmarks.as_ref();
        let marks = landmarks.filter(|_| self.base > 0).map_or(&[][..], |landmarks| &landmarks.marks);
        let windows: Result<Vec<Window>, Stopped> =
            marks.iter().map(|mark| self.window(mark, observer)).collect();
        let proof = SparseProof {
            mask: self.space.mask(),
            parity: self.space.parity(),
            rare: self.rare_heaps().collect(),
            length: landmarks.map_or(0, |landmarks| landmarks.length as u64),
            repeats_from,
            apart,
            windows: windows?,
        };
        Ok(Some(Certificate {
            game: game.to_owned(),
            preperiod: period.preperiod,
            period: period.period,
            proof: Proof::Sparse(proof),
        }))
    }

    fn window(&self, mark: &Landmark<u8>, observer: &dyn Observer) -> Result<Window, Stopped> {
        let mut fork = self.fork_at(mark);
        fork.extend_to(mark.heap + Window::NEXT, Budget::DEFAULT, observer)?;
        let value = |heap| fork.value(heap).map_or(0, |value| value as u8);
        let values = (mark.heap - mark.window.len() as u64..mark.heap).map(value).collect();
        let next: Vec<u8> = (mark.heap..mark.heap + Window::NEXT).map(value).collect();
        Ok(Window { heap: mark.heap, values, sum: crc32fast::hash(&next) })
    }
}
