//! Nested loops as a flat program over registers, and its run.

mod writer;

use super::divisors;
use super::sets::NumberSet;
use super::tree::{Arithmetic, RuleFunction, RuleRelation, apply, calculate, compare};
use std::ops::ControlFlow;
use std::sync::Arc;
use winways_rules::{Meter, RuleFault};

type Register = u16;
/// An index of an instruction.
type Place = u32;

/// An instruction. After it comes the next one, except where it says to go to a place.
#[derive(Clone, Copy, Debug)]
enum Instruction {
    Add {
        to: Register,
        a: Register,
        b: Register,
    },
    Subtract {
        to: Register,
        a: Register,
        b: Register,
    },
    /// Any operation; goes to `place` at a division by zero.
    Calculate {
        arithmetic: Arithmetic,
        to: Register,
        a: Register,
        b: Register,
        place: Place,
    },
    Apply {
        function: RuleFunction,
        to: Register,
        a: Register,
        b: Register,
    },
    Copy {
        to: Register,
        from: Register,
    },
    JumpIf {
        relation: RuleRelation,
        a: Register,
        b: Register,
        place: Place,
    },
    JumpIfMember {
        set: u16,
        number: Register,
        is_member: bool,
        place: Place,
    },
    Jump {
        place: Place,
    },
    /// Goes to `place` if the variable is past the greatest value; else keeps that behind the register `counted`.
    Begin {
        variable: Register,
        most: Register,
        counted: Register,
        place: Place,
    },
    /// Adds one to the variable and goes to `place`, unless it is at its greatest.
    Next {
        variable: Register,
        /// Up to which value the rounds are counted; the greatest value stands in the next register.
        counted: Register,
        place: Place,
        steps: u16,
    },
    /// The least member from the variable on; goes to `place` if that is past the greatest.
    FirstMember {
        set: u16,
        variable: Register,
        most: Register,
        place: Place,
    },
    /// The next member, and to `place` with it; goes on if that is past the greatest.
    NextMember {
        set: u16,
        variable: Register,
        most: Register,
        place: Place,
        steps: u16,
    },
    /// The least divisor of a number from the variable on; goes to `place` if that is past the greatest.
    FirstDivisor {
        number: Register,
        variable: Register,
        most: Register,
        place: Place,
    },
    /// The next divisor, and to `place` with it; goes on if that is past the greatest.
    NextDivisor {
        number: Register,
        variable: Register,
        most: Register,
        place: Place,
        steps: u16,
    },
    /// An option; the registers of its numbers stand in a list.
    Emit {
        first: u32,
        count: u16,
    },
}

/// Why a program did not come to its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum End {
    #[error("a number grew beyond 64 bits")]
    Overflow,
    #[error("the work was to end")]
    Fault(#[from] RuleFault),
}

/// The options of a component, as a program.
#[derive(Debug)]
pub(super) struct Program {
    instructions: Vec<Instruction>,
    /// The registers at the start: numbers of the component and variables, then constants, then what is calculated.
    registers: Vec<i64>,
    /// The registers of the numbers of options.
    emitted: Vec<Register>,
    sets: Vec<Arc<NumberSet>>,
    arity: usize,
}

impl Program {
    /// Gives the numbers of every option of `component` to `visit`: those of its components, one after the other. Counts the
    /// instructions of loops on `meter`.
    ///
    /// # Errors
    /// [`End`] where a number grows beyond 64 bits, or the work is to end; what was given before that stands.
    pub(super) fn run<V: FnMut(&[u64]) -> ControlFlow<()> + ?Sized>(
        &self,
        component: &[i64],
        meter: &mut Meter,
        visit: &mut V,
    ) -> Result<(), End> {
        // Most programs fit in here, and then no memory is taken.
        let mut small = [0i64; 64];
        let mut large;
        let registers = match self.registers.len() {
            length @ 0..=64 => {
                let registers = &mut small[..length];
                registers.copy_from_slice(&self.registers);
                registers
            }
            _ => {
                large = self.registers.clone();
                &mut large[..]
            }
        };
        registers[..self.arity].copy_from_slice(component);
        let mut numbers = [0u64; MAX_EMITTED];
        let mut place = 0usize;
        while let Some(&instruction) = self.instructions.get(place) {
            place += 1;
            match instruction {
                Instruction::Add { to, a, b } => {
                    registers[to as usize] =
                        registers[a as usize].checked_add(registers[b as usize]).ok_or(End::Overflow)?;
                }
                Instruction::Subtract { to, a, b } => {
                    registers[to as usize] =
                        registers[a as usize].checked_sub(registers[b as usize]).ok_or(End::Overflow)?;
                }
                Instruction::Calculate { arithmetic, to, a, b, place: end } => {
                    let (a, b) = (registers[a as usize], registers[b as usize]);
                    match calculate(arithmetic, a, b) {
                        Some(value) => registers[to as usize] = value,
                        None if b == 0 => place = end as usize,
                        None => return Err(End::Overflow),
                    }
                }
                Instruction::Apply { function, to, a, b } => {
                    registers[to as usize] =
                        apply(function, registers[a as usize], registers[b as usize]).ok_or(End::Overflow)?;
                }
                Instruction::Copy { to, from } => registers[to as usize] = registers[from as usize],
                Instruction::JumpIf { relation, a, b, place: end } => {
                    if compare(relation, registers[a as usize], registers[b as usize]) {
                        place = end as usize;
                    }
                }
                Instruction::JumpIfMember { set, number, is_member, place: end } => {
                    if self.sets[set as usize].contains(registers[number as usize]) == is_member {
                        place = end as usize;
                    }
                }
                Instruction::Jump { place: end } => place = end as usize,
                Instruction::Begin { variable, most, counted, place: end } => {
                    let (value, most) = (registers[variable as usize], registers[most as usize]);
                    if value > most {
                        place = end as usize;
                    } else {
                        registers[counted as usize] = value;
                        registers[counted as usize + 1] = most;
                    }
                }
                Instruction::Next { variable, counted, place: body, steps } => {
                    let value = registers[variable as usize];
                    if value >= registers[counted as usize] {
                        let most = registers[counted as usize + 1];
                        let next = most.min(value.saturating_add(ROUNDS_AT_ONCE));
                        meter.spend(u64::from(steps) * (next.abs_diff(value) + 1))?;
                        if value >= most {
                            continue;
                        }
                        registers[counted as usize] = next;
                    }
                    registers[variable as usize] = value + 1;
                    place = body as usize;
                }
                Instruction::FirstMember { set, variable, most, place: end } => {
                    let (set, least) = (&self.sets[set as usize], registers[variable as usize]);
                    meter.spend(set.steps(least))?;
                    match set.from(least) {
                        Some(value) if value <= registers[most as usize] => {
                            registers[variable as usize] = value
                        }
                        _ => place = end as usize,
                    }
                }
                Instruction::NextMember { set, variable, most, place: body, steps } => {
                    let (set, value) = (&self.sets[set as usize], registers[variable as usize]);
                    meter.spend(u64::from(steps) + set.steps(value))?;
                    if value < registers[most as usize]
                        && let Some(next) = set.from(value + 1)
                        && next <= registers[most as usize]
                    {
                        registers[variable as usize] = next;
                        place = body as usize;
                    }
                }
                Instruction::FirstDivisor { number, variable, most, place: end } => {
                    let least = registers[variable as usize];
                    match divisors::next(registers[number as usize], least, registers[most as usize], meter)?
                    {
                        Some(value) => registers[variable as usize] = value,
                        None => place = end as usize,
                    }
                }
                Instruction::NextDivisor { number, variable, most, place: body, steps } => {
                    meter.spend(steps.into())?;
                    let value = registers[variable as usize];
                    if value < registers[most as usize]
                        && let Some(next) = divisors::next(
                            registers[number as usize],
                            value + 1,
                            registers[most as usize],
                            meter,
                        )?
                    {
                        registers[variable as usize] = next;
                        place = body as usize;
                    }
                }
                Instruction::Emit { first, count } => {
                    let emitted = &self.emitted[first as usize..first as usize + usize::from(count)];
                    for (number, &register) in numbers.iter_mut().zip(emitted) {
                        *number = registers[register as usize] as u64; // tests have made sure that it is natural
                    }
                    if visit(&numbers[..usize::from(count)]).is_break() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// So many rounds of a loop are counted at once: a count in each round is felt in short loops.
const ROUNDS_AT_ONCE: i64 = 1 << 10;

/// How many numbers all components of an option have together, at most.
const MAX_EMITTED: usize = 64;
