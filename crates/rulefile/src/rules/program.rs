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
// Keeps the tag separate: a tag within `Members` takes more time to read.
#[repr(u8)]
enum Instruction {
    /// Adds two numbers.
    Add { to: Register, a: Register, b: Register },
    /// Subtracts `b` from `a`.
    Subtract { to: Register, a: Register, b: Register },
    /// Computes any arithmetic operation. Jumps to `address` on a division by zero.
    Calculate { arithmetic: Arithmetic, to: Register, a: Register, b: Register, address: Address },
    /// Computes a function.
    Apply { function: RuleFunction, to: Register, a: Register, b: Register },
    /// Copies a number.
    Copy { to: Register, from: Register },
    /// Jumps to `address` if the relation holds.
    JumpIf { relation: RuleRelation, a: Register, b: Register, address: Address },
    /// Jumps to `address` if the number is, or is not, a member of a set.
    JumpIfMember { set: u16, number: Register, is_member: bool, address: Address },
    /// Jumps to `address`.
    Jump { address: Address },
    /// Starts a loop. Jumps to `address` if the variable exceeds its greatest value. Otherwise stores its value in `counted` and its
    /// greatest value in the next register.
    Begin { variable: Register, most: Register, counted: Register, address: Address },
    /// Increments the variable and jumps to `address`, unless the variable has its greatest value. Rounds up to the
    /// value in `counted` have been counted on the meter. The next register holds the greatest value.
    Next { variable: Register, counted: Register, address: Address, steps: u16 },
    /// Sets the variable to the least member that is at least its value. Jumps to `address` if that member exceeds the
    /// greatest value.
    FirstOf { members: Members, variable: Register, most: Register, address: Address },
    /// Sets the variable to the next member and jumps to `address`. Continues with the next instruction if the member
    /// exceeds the greatest value.
    NextOf { members: Members, variable: Register, most: Register, address: Address, steps: u16 },
    /// Emits an option. The registers of its numbers are a slice of the list `emitted`.
    Emit { first: u32, count: u16 },
}

/// The numbers that a loop iterates over, if not all.
#[derive(Clone, Copy, Debug)]
enum Members {
    /// The members of a set.
    Set(u16),
    /// The divisors of a number.
    Divisors(Register),
}

/// The reason why a program stopped early.
#[derive(Debug, thiserror::Error)]
pub(super) enum RunError {
    #[error("a number grew beyond 64 bits")]
    Overflow,
    #[error("the work was interrupted")]
    Fault(#[from] RuleFault),
}

/// A program that enumerates the options of a component.
#[derive(Debug)]
pub(super) struct Program {
    instructions: Vec<Instruction>,
    /// The initial values of the registers: the numbers of the component and the variables, then constants and computed numbers.
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
                Instruction::FirstOf { members, variable, most, address: end } => {
                    match self.member(members, registers[variable as usize], most, registers, meter)? {
                        Some(value) => registers[variable as usize] = value,
                        None => address = end as usize,
                    }
                }
                Instruction::NextOf { members, variable, most, address: body, steps } => {
                    meter.spend(steps.into())?;
                    let value = registers[variable as usize];
                    if value < registers[most as usize]
                        && let Some(next) = self.member(members, value + 1, most, registers, meter)?
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

    /// Returns the least member from `least` up to the number in the register `most`.
    #[inline]
    fn member(
        &self,
        members: Members,
        least: i64,
        most: Register,
        registers: &[i64],
        meter: &mut Meter,
    ) -> Result<Option<i64>, RuleFault> {
        let most = registers[most as usize];
        match members {
            Members::Set(set) => {
                let set = &self.sets[set as usize];
                meter.spend(set.steps(least))?;
                Ok(set.from(least).filter(|value| *value <= most))
            }
            Members::Divisors(number) => divisors::next(registers[number as usize], least, most, meter),
        }
    }
}

/// The number of rounds of a loop that are counted on the meter together. Counting every round slows down short loops.
const ROUNDS_AT_ONCE: i64 = 1 << 10;

/// The maximum total number of numbers in the components of an option.
const MAX_EMITTED: usize = 64;
