//! Tests that the Hackenbush engines respect their limits on work and memory.

use super::bounds::at_least;
use super::peel::{Block, Part, ValuedGraph, Valuer, peel};
use super::*;
use crate::hackenbush::red_blue_trees::RedBlueTrees;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use winways_kit::WholePositions;
use winways_solve::StopReason;
use winways_values::{Interrupt, Interruption};

/// A valuer that counts the vertices of the parts passed to it.
struct Vertices(usize);

impl Valuer for Vertices {
    type Value = ();
    type Error = std::convert::Infallible;

    fn zero(&self) {}

    fn add(&mut self, (): (), (): ()) -> Result<(), Self::Error> {
        Ok(())
    }

    fn edge(&mut self, _: Twig, (): ()) -> Result<(), Self::Error> {
        Ok(())
    }

    fn block(&mut self, part: Part<()>) -> Result<(), Self::Error> {
        assert_eq!((part.tops.len(), part.twigs.len()), (part.names.len(), 2));
        self.0 += part.tops.len();
        Ok(())
    }
}

/// In a path of double edges, each pair of edges is a part. A part must not list the vertices of the whole picture.
#[test]
fn parts_are_no_larger_than_their_edges() {
    let doubled: Vec<String> = (0..1000).map(|v| format!("{v}-{0}:b {v}-{0}:b", v + 1)).collect();
    let picture = Hackenbush.parse(&doubled.join(" ")).unwrap();
    let [part] = picture.components() else { panic!("{} parts", picture.components().len()) };
    let mut vertices = Vertices(0);
    let Ok(()) = peel(ValuedGraph::of(part.edges(), ()), &mut vertices);
    assert_eq!(vertices.0, 2000);
    let value = peeled::number(part, &mut Meter::default()).unwrap();
    assert_eq!(value, Some(Dyadic::from(2000)));
}

/// Returns an alternating cycle. Without one of its edges it is a path, whose value is a number with many digits.
fn alternating_cycle(edges: u32) -> WholePicture<Picture> {
    let edge = |v: u32| format!("{v}-{}:{}", (v + 1) % edges, ["b", "r"][v as usize % 2]);
    Hackenbush.parse(&(0..edges).map(edge).collect::<Vec<_>>().join(" ")).unwrap()
}

#[test]
fn bounds_of_large_blocks_poll_the_observer() {
    let edges = 4000;
    let cycle = alternating_cycle(edges);
    let graph = ValuedGraph::of(cycle.components()[0].edges(), Dyadic::ZERO);
    let (twigs, tops) = (graph.twigs, graph.tops);
    let block = Block::of(Part { names: (0..tops.len() as u32).collect(), twigs, tops }, &Dyadic::ZERO);
    for side in Side::BOTH {
        let mut counted = 0;
        let mut count = |edges| {
            counted += edges;
            Ok(())
        };
        at_least(&block, side, &mut count).unwrap();
        // Each of the three bounds processes all edges twice. Two of them remove an edge, and also process every digit of the sums
        // on the two paths that are left.
        assert!(counted > 6 * edges as usize + 4 * edges as usize, "{counted}");
        for most in [0, counted / 2, counted - 1] {
            let mut left = most;
            let ended = at_least(&block, side, &mut |edges| {
                left = left.checked_sub(edges).ok_or(StopReason::Timeout)?;
                Ok(())
            });
            assert_eq!(ended, Err(StopReason::Timeout));
        }
    }
}

/// Numbers are computed without an observer, so only the meter can stop the work.
#[test]
fn numbers_of_long_paths_poll_the_meter() {
    let path: Vec<String> = (0..50_000).map(|v| format!("{v}-{}:{}", v + 1, ["b", "r"][v % 2])).collect();
    let path = path.join(" ");
    let polls = Arc::new(AtomicUsize::new(0));
    let meter = |last: usize| {
        let polls = polls.clone();
        polls.store(0, Ordering::Relaxed);
        Meter::new(Interrupt::new(move || match polls.fetch_add(1, Ordering::Relaxed) + 1 >= last {
            true => ControlFlow::Break(Interruption::Timeout),
            false => ControlFlow::Continue(()),
        }))
    };
    let picture = Hackenbush.parse(&path).unwrap();
    let trees = RedBlueTrees.parse(&path).unwrap();
    let numbers: [&dyn Fn(&mut Meter) -> bool; 2] =
        [&|meter| PartizanGame::number(&Hackenbush, &picture.components()[0], meter).is_ok(), &|meter| {
            PartizanGame::number(&RedBlueTrees, &trees.components()[0], meter).is_ok()
        }];
    for number in numbers {
        assert!(number(&mut meter(usize::MAX)));
        let expected_polls = polls.load(Ordering::Relaxed);
        assert!((20..200).contains(&expected_polls), "{expected_polls}");
        for last in [1, expected_polls / 2, expected_polls] {
            assert!(!number(&mut meter(last)));
            assert_eq!(polls.load(Ordering::Relaxed), last);
        }
    }
}
