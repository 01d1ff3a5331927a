//! Games on heaps whose rules are written in Python.

use super::memory::HeapOptions;
use super::told::{PythonRules, STEPS_PER_OPTION, has_items};
use crate::raised::{Unanswered, fault_of, kept_exception, ok_or_keep};
use crate::work::each;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};
use std::sync::Arc;
use winways::Diagnostic;
use winways::custom::heaps;
use winways::custom::view::{Touch, View};
use winways::custom::{Excluded, Game, HeapRules, Move, Options, Recurrence, Ruleset};
use winways::limits::RuleFault;

/// A game on heaps. An empty heap has no moves, and the rule is not called for it.
pub(super) struct OwnHeaps(pub(super) Arc<PythonRules>);

const EXPECTED: &str = "a list of the moves, each a list of the heaps that it leaves, all of them smaller";

impl OwnHeaps {
    /// Returns the options of a heap, calling the rule at most once per heap.
    fn listed(&self, heap: u64) -> Result<Arc<HeapOptions>, Unanswered> {
        kept_exception()?;
        if let Some(known) = self.0.memory().known().heap(heap) {
            return Ok(known);
        }
        let options = match heap {
            0 => HeapOptions::default(),
            heap => Python::attach(|py| self.ask(py, heap))?,
        };
        let options = Arc::new(options);
        self.0.memory().known().keep_heap(heap, options.clone());
        Ok(options)
    }

    /// Returns the starting heaps, if the class defines them.
    fn start_heaps(&self) -> Result<Option<Vec<u64>>, Unanswered> {
        Python::attach(|py| match self.0.call(py, "start", ())? {
            None => Ok(None),
            Some(heap) if heap.is_instance_of::<PyInt>() => Ok(Some(vec![heap.extract()?])),
            Some(given) => {
                let mut heaps: Vec<u64> = Vec::new();
                each(
                    &given,
                    |py| self.0.memory().bytes_met(py),
                    |heap| {
                        heaps.push(heap.extract()?);
                        Ok(size_of_val(&heaps[..]) as u64)
                    },
                )?;
                Ok(Some(heaps))
            }
        })
    }

    fn ask(&self, py: Python<'_>, heap: u64) -> Result<HeapOptions, Unanswered> {
        let from = PyInt::new(py, heap);
        let (method, given) = self.0.call_rule(0, &from)?;
        let mut options = HeapOptions::default();
        if !has_items(&given) {
            return Err(self.0.wrong(method, &from, &given, ", which is not a list", EXPECTED).into());
        }
        each(
            &given,
            |py| self.0.memory().bytes_met(py),
            |option| {
                self.read(&mut options, heap, &option, &given)?;
                Ok((size_of_val(&options.heaps[..]) + size_of_val(&options.ends[..])) as u64)
            },
        )?;
        Ok(options)
    }

    /// Appends an option, which is a list of heaps or a single heap.
    fn read(
        &self,
        options: &mut HeapOptions,
        heap: u64,
        option: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if let Ok(list) = option.cast::<PyList>() {
            for part in list.iter() {
                self.read_heap(options, heap, &part, given)?;
            }
        } else if let Ok(tuple) = option.cast::<PyTuple>() {
            for part in tuple.iter() {
                self.read_heap(options, heap, &part, given)?;
            }
        } else {
            self.read_heap(options, heap, option, given)?;
        }
        options.ends.push(options.heaps.len());
        Ok(())
    }

    #[inline]
    fn read_heap(
        &self,
        options: &mut HeapOptions,
        heap: u64,
        part: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        match part.extract::<u64>() {
            Ok(0) => Ok(()),
            Ok(size) if size < heap => {
                options.heaps.push(size);
                Ok(())
            }
            read => Err(self.no_heap(heap, part, given, read.is_ok())),
        }
    }

    #[cold]
    fn no_heap(
        &self,
        heap: u64,
        part: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
        is_number: bool,
    ) -> PyErr {
        let part_text = super::told::shown(part);
        let why = match is_number {
            true => format!(", in which {part_text} is not smaller than {heap}"),
            false => format!(", in which {part_text} is not a heap size"),
        };
        self.0.wrong("options", &PyInt::new(part.py(), heap), given, &why, EXPECTED)
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
        self.0.memory().bytes()
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
    super::told::about!();

    fn start(&self) -> Option<Vec<u64>> {
        ok_or_keep(self.start_heaps())?
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
