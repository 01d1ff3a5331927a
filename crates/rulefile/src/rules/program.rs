//! Flat programs over registers, compiled from nested loops, and their interpreter.

mod writer;

use super::divisors;
use super::sets::NumberSet;
use super::tree::{Arithmetic, RuleFunction, RuleRelation, apply, calculate, compare};
use std::ops::ControlFlow;
use std::sync::Arc;
use winways_rules::{Meter, RuleFault};

type Register = u16;
/// The index of an instruction.
type Address = u32;

/// An instruction. Execution continues with the next instruction unless the instruction jumps.
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
    /// Computes any arithmetic operation. Jumps to `address` on a division by zero.
    Calculate {
        arithmetic: Arithmetic,
        to: Register,
        a: Register,
        b: Register,
        address: Address,
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
        address: Address,
    },
    JumpIfMember {
        set: u16,
        number: Register,
        is_member: bool,
        address: Address,
    },
    Jump {
        address: Address,
    },
    /// Starts a loop. Jumps to `address` if the variable exceeds its greatest value; otherwise stores that value in the
    /// register after `counted`.
    Begin {
        variable: Register,
        most: Register,
        counted: Register,
        address: Address,
    },
    /// Increments the variable and jumps to `address`, unless the variable has its greatest value.
    Next {
        variable: Register,
        /// The value up to which rounds have been counted on the meter. The next register holds the greatest value.
        counted: Register,
        address: Address,
        steps: u16,
    },
    /// Sets the variable to the least member that is at least its value. Jumps to `address` if that exceeds the
    /// greatest value.
    FirstMember {
        set: u16,
        variable: Register,
        most: Register,
        address: Address,
    },
    /// Sets the variable to the next member and jumps to `address`. Continues with the next instruction if the member
    /// exceeds the greatest value.
    NextMember {
        set: u16,
        variable: Register,
        most: Register,
        address: Address,
        steps: u16,
    },
    /// Sets the variable to the least divisor of a number that is at least its value. Jumps to `address` if that
    /// exceeds the greatest value.
    FirstDivisor {
        number: Register,
        variable: Register,
        most: Register,
        address: Address,
    },
    /// Sets the variable to the next divisor and jumps to `address`. Continues with the next instruction if the divisor
    /// exceeds the greatest value.
    NextDivisor {
        number: Register,
        variable: Register,
        most: Register,
        address: Address,
        steps: u16,
    },
    /// Emits an option. The registers of its numbers are a slice of the list `emitted`.
    Emit {
        first: u32,
        count: u16,
    },
}

/// The reason why a program stopped early.
#[derive(Debug, thiserror::Error)]
pub(super) enum RunError {
    #[error("a number grew beyond 64 bits")]
    Overflow,
    #[error("the work was to end")]
    Fault(#[from] RuleFault),
}

/// A program that enumerates the options of a component.
#[derive(Debug)]
pub(super) struct Program {
    instructions: Vec<Instruction>,
    /// The initial registers: numbers of the component and variables, then constants and computed numbers.
    registers: Vec<i64>,
    /// The registers of the numbers of options.
    emitted: Vec<Register>,
    sets: Vec<Arc<NumberSet>>,
    arity: usize,
}

impl Program {
    /// Calls `visit` with the concatenated numbers of every option of `component`. Counts the instructions of loops on
    /// `meter`.
    ///
    /// # Errors
    /// Returns a [`RunError`] if a number overflows 64 bits or the meter interrupts the run. Options visited before are
    /// valid.
    pub(super) fn run<V: FnMut(&[u64]) -> ControlFlow<()> + ?Sized>(
        &self,
        component: &[i64],
        meter: &mut Meter,
        visit: &mut V,
    ) -> Result<(), RunError> {
        // Most programs fit into this array and need no allocation.
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
        let mut address = 0usize;
        while let Some(&instruction) = self.instructions.get(address) {
            address += 1;
            match instruction {
                Instruction::Add { to, a, b } => {
                    registers[to as usize] =
                        registers[a as usize].checked_add(registers[b as usize]).ok_or(RunError::Overflow)?;
                }
                Instruction::Subtract { to, a, b } => {
                    registers[to as usize] =
                        registers[a as usize].checked_sub(registers[b as usize]).ok_or(RunError::Overflow)?;
                }
                Instruction::Calculate { arithmetic, to, a, b, address: end } => {
                    let (a, b) = (registers[a as usize], registers[b as usize]);
                    match calculate(arithmetic, a, b) {
                        Some(value) => registers[to as usize] = value,
                        None if b == 0 => address = end as usize,
                        None => return Err(RunError::Overflow),
                    }
                }
                Instruction::Apply { function, to, a, b } => {
                    registers[to as usize] = apply(function, registers[a as usize], registers[b as usize])
                        .ok_or(RunError::Overflow)?;
                }
                Instruction::Copy { to, from } => registers[to as usize] = registers[from as usize],
                Instruction::JumpIf { relation, a, b, address: end } => {
                    if compare(relation, registers[a as usize], registers[b as usize]) {
                        address = end as usize;
                    }
                }
                Instruction::JumpIfMember { set, number, is_member, address: end } => {
                    if self.sets[set as usize].contains(registers[number as usize]) == is_member {
                        address = end as usize;
                    }
                }
                Instruction::Jump { address: end } => address = end as usize,
                Instruction::Begin { variable, most, counted, address: end } => {
                    let (value, most) = (registers[variable as usize], registers[most as usize]);
                    if value > most {
                        address = end as usize;
                    } else {
                        registers[counted as usize] = value;
                        registers[counted as usize + 1] = most;
                    }
                }
                Instruction::Next { variable, counted, address: body, steps } => {
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
                    address = body as usize;
                }
                Instruction::FirstMember { set, variable, most, address: end } => {
                    let (set, least) = (&self.sets[set as usize], registers[variable as usize]);
                    meter.spend(set.steps(least))?;
                    match set.from(least) {
                        Some(value) if value <= registers[most as usize] => {
                            registers[variable as usize] = value
                        }
                        _ => address = end as usize,
                    }
                }
                Instruction::NextMember { set, variable, most, address: body, steps } => {
                    let (set, value) = (&self.sets[set as usize], registers[variable as usize]);
                    meter.spend(u64::from(steps) + set.steps(value))?;
                    if value < registers[most as usize]
                        && let Some(next) = set.from(value + 1)
                        && next <= registers[most as usize]
                    {
                        registers[variable as usize] = next;
                        address = body as usize;
                    }
                }
                Instruction::FirstDivisor { number, variable, most, address: end } => {
                    let least = registers[variable as usize];
                    match divisors::next(registers[number as usize], least, registers[most as usize], meter)?
                    {
                        Some(value) => registers[variable as usize] = value,
                        None => address = end as usize,
                    }
                }
                Instruction::NextDivisor { number, variable, most, address: body, steps } => {
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
                        address = body as usize;
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

/// The number of rounds of a loop that are counted on the meter at once. Counting every round slows short loops down.
const ROUNDS_AT_ONCE: i64 = 1 << 10;

/// The maximum total number of numbers in the components of an option.
const MAX_EMITTED: usize = 64;
