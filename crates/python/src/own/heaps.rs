//! Games on heaps whose rules are written in Python.

use super::memory::{HeapOptions, NextMove};
use super::rules::{PythonRules, STEPS_PER_OPTION, has_items};
use crate::raised::{Unanswered, fault_of, kept_exception, ok_or_keep};
use crate::work::{Asking, each};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};
use std::sync::Arc;
use winways::Diagnostic;
use winways::custom::heaps;
use winways::custom::view::{Touch, View};
use winways::custom::{Excluded, Game, HeapRules, Move, Options, PartizanHeaps, Recurrence, Ruleset};
use winways::limits::RuleFault;

/// A game on heaps with the moves of both players, or of one player. An empty heap has no moves, and the rule is not called for it.
pub(super) struct OwnHeaps {
    pub(super) rules: Arc<PythonRules>,
    /// The index of the rule that lists the moves: 1 for Right, otherwise 0.
    side: usize,
    /// `true` if moves may be entailing or complimenting.
    is_entailing: bool,
}

/// The result of a rule, with the name of the rule.
#[derive(Clone, Copy)]
struct Answer<'a, 'py> {
    method: &'static str,
    given: &'a Bound<'py, PyAny>,
}

/// The starting heaps of a class that defines none.
const USUAL_START: [u64; 3] = [3, 4, 5];

const EXPECTED: &str = "a list of the moves, each a list of the heaps that it leaves, all of them smaller";

const EXPECTED_START: &str = "a list of heap sizes, such as [3, 4, 5]";

impl OwnHeaps {
    /// Creates the game in which both players have the same moves.
    pub(super) fn new(rules: Arc<PythonRules>) -> Self {
        OwnHeaps { rules, side: 0, is_entailing: false }
    }

    /// Creates the heaps of a game with entailing and complimenting moves.
    pub(super) fn entailing(rules: Arc<PythonRules>) -> Self {
        OwnHeaps { rules, side: 0, is_entailing: true }
    }

    /// Creates a partizan game, in which each player has a rule.
    pub(super) fn partizan(rules: Arc<PythonRules>) -> PartizanHeaps {
        PartizanHeaps::of_players(
            OwnHeaps::new(rules.clone()),
            OwnHeaps { rules, side: 1, is_entailing: false },
        )
    }

    /// Returns the options of a heap, calling the rule only if they are not cached.
    pub(super) fn listed(&self, heap: u64) -> Result<Arc<HeapOptions>, Unanswered> {
        kept_exception()?;
        if let Some(known) = self.rules.memory().known().heap(heap, self.side) {
            return Ok(known);
        }
        let options = match heap {
            0 => HeapOptions::default(),
            heap => Python::attach(|py| self.rules.ask(py, || self.ask(py, heap)))?,
        };
        let options = Arc::new(options);
        self.rules.memory().known().keep_heap(heap, self.side, options.clone());
        Ok(options)
    }

    /// Returns the starting heaps of the class, or [`USUAL_START`] if it defines none.
    pub(super) fn start_heaps(&self) -> Result<Vec<u64>, Unanswered> {
        Python::attach(|py| -> Result<Vec<u64>, Unanswered> {
            let _asking = Asking::begin(self.rules.memory().serial());
            let Some(given) = self.rules.call(py, "start", ())? else { return Ok(USUAL_START.to_vec()) };
            let heap_of = |heap: &Bound<'_, PyAny>| {
                heap.extract::<u64>().map_err(|_| {
                    let why = format!(", in which {} is not a heap size", super::rules::shown(heap));
                    self.rules.wrong_start(&given, &why, EXPECTED_START)
                })
            };
            if given.is_instance_of::<PyInt>() {
                return Ok(vec![heap_of(&given)?]);
            }
            if !has_items(&given) {
                return Err(self.rules.wrong_start(&given, ", which is not a list", EXPECTED_START).into());
            }
            let mut heaps: Vec<u64> = Vec::new();
            each(
                &given,
                |py| self.rules.memory().bytes_met(py),
                |heap| {
                    heaps.push(heap_of(&heap)?);
                    Ok(size_of_val(&heaps[..]) as u64)
                },
            )?;
            Ok(heaps)
        })
    }

    fn ask(&self, py: Python<'_>, heap: u64) -> Result<HeapOptions, Unanswered> {
        let from = PyInt::new(py, heap);
        let (method, given) = self.rules.call_rule(self.side, &from)?;
        let mut options = HeapOptions::default();
        if !has_items(&given) {
            return Err(self.rules.wrong(method, &from, &given, ", which is not a list", EXPECTED).into());
        }
        each(
            &given,
            |py| self.rules.memory().bytes_met(py),
            |option| {
                self.read(&mut options, heap, &option, Answer { method, given: &given })?;
                Ok((size_of_val(&options.heaps[..]) + size_of_val(&options.ends[..])) as u64)
            },
        )?;
        Ok(options)
    }

    /// Appends an option, which is a single heap or an iterable of heaps, such as a list or a row of an array.
    fn read(
        &self,
        options: &mut HeapOptions,
        heap: u64,
        option: &Bound<'_, PyAny>,
        answer: Answer<'_, '_>,
    ) -> Result<(), Unanswered> {
        if let Ok(list) = option.cast::<PyList>() {
            for part in list.iter() {
                self.read_heap(options, heap, &part, answer)?;
            }
        } else if let Ok(tuple) = option.cast::<PyTuple>() {
            if !tuple.is_exact_instance_of::<PyTuple>() {
                self.read_next(options, heap, tuple, answer)?;
            }
            for part in tuple.iter() {
                self.read_heap(options, heap, &part, answer)?;
            }
        } else if option.is_instance_of::<PyInt>() || !has_items(option) {
            self.read_heap(options, heap, option, answer)?;
        } else {
            each(
                option,
                |py| self.rules.memory().bytes_met(py),
                |part| {
                    self.read_heap(options, heap, &part, answer)?;
                    Ok(size_of_val(&options.heaps[..]) as u64)
                },
            )?;
        }
        options.ends.push(options.heaps.len());
        Ok(())
    }

    /// Reads the [`NextMove`] of an option whose type is a subclass of `tuple`, such as `Entail` or `Again`.
    fn read_next(
        &self,
        options: &mut HeapOptions,
        heap: u64,
        option: &Bound<'_, PyTuple>,
        Answer { method, given }: Answer<'_, '_>,
    ) -> PyResult<()> {
        let Some(next) = option.getattr_opt("_next_move")? else { return Ok(()) };
        let next = if next.is_truthy()? { NextMove::Again } else { NextMove::Entailed };
        if !self.is_entailing {
            let why =
                format!(", in which {} needs a subclass of EntailingHeaps", super::rules::shown(option));
            return Err(self.rules.wrong(method, &PyInt::new(option.py(), heap), given, &why, EXPECTED));
        }
        options.next.resize(options.ends.len(), NextMove::Anywhere);
        options.next.push(next);
        // An opponent who must move in an empty heap loses, so keep the empty heap.
        if next == NextMove::Entailed && option.get_item(0)?.eq(0)? {
            options.heaps.push(0);
        }
        Ok(())
    }

    #[inline]
    fn read_heap(
        &self,
        options: &mut HeapOptions,
        heap: u64,
        part: &Bound<'_, PyAny>,
        answer: Answer<'_, '_>,
    ) -> PyResult<()> {
        match part.extract::<u64>() {
            Ok(0) => Ok(()),
            Ok(size) if size < heap => {
                options.heaps.push(size);
                Ok(())
            }
            read => Err(self.no_heap(heap, part, answer, read.is_ok())),
        }
    }

    #[cold]
    fn no_heap(
        &self,
        heap: u64,
        part: &Bound<'_, PyAny>,
        Answer { method, given }: Answer<'_, '_>,
        is_number: bool,
    ) -> PyErr {
        let part_text = super::rules::shown(part);
        let why = match is_number {
            true => format!(", in which {part_text} is not smaller than {heap}"),
            false => format!(", in which {part_text} is not a heap size"),
        };
        self.rules.wrong(method, &PyInt::new(part.py(), heap), given, &why, EXPECTED)
    }
}

impl Ruleset for OwnHeaps {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        let listed = self.listed(*heap).map_err(fault_of)?;
        options.spend(STEPS_PER_OPTION * (1 + listed.ends.len() as u64))?;
        for option in listed.iter() {
            options.push(option.iter().copied());
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        match self.listed(*heap) {
            Ok(options) => options.ends.len() as u64,
            // The exception surfaces when the options are listed.
            Err(error) => {
                fault_of(error);
                1
            }
        }
    }

    fn table_bytes(&self) -> u64 {
        // The players share the cache, so count it once.
        if self.side == 0 { self.rules.memory().bytes() } else { 0 }
    }
}

impl HeapRules for OwnHeaps {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        let listed = self.listed(heap as u64).map_err(fault_of)?;
        excluded.spend(STEPS_PER_OPTION * (1 + listed.ends.len() as u64))?;
        let mut parts = Vec::new();
        for option in listed.iter() {
            // Each part is smaller than `heap`, which is a usize.
            parts.clear();
            parts.extend(option.iter().map(|&part| part as usize));
            excluded.sum(&parts);
        }
        Ok(())
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }
}

impl Game for OwnHeaps {
    super::rules::about!(rules);

    fn start(&self) -> Option<Vec<u64>> {
        ok_or_keep(self.start_heaps())
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        heaps::parse(text)
    }

    fn write(&self, position: &[u64]) -> String {
        heaps::write(position)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        heaps::describe(*from, to)
    }

    fn view(&self, position: &[u64]) -> View {
        View::heaps(position)
    }

    fn touches(&self, _: &[u64], step: &Move<u64>) -> Vec<Touch> {
        vec![Touch::heap(step.component)]
    }

    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        Some(self)
    }

    fn heap(&self, heap: &u64) -> Option<u64> {
        Some(*heap)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(3, up_to)
    }
}
