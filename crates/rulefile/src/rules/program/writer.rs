//! The compiler from nests to programs, with common subexpression elimination and jump patching.

use super::{Address, Instruction, MAX_EMITTED, Members, Program, Register};
use crate::rules::nest::{self, Nest, Step, is_plain};
use crate::rules::sets::NumberSet;
use crate::rules::tree::{Arithmetic, Number, RuleFunction, Test};
use std::sync::Arc;

/// The maximum number of instructions of a program.
const LONGEST: usize = 1 << 20;

impl Program {
    /// Compiles nests to a program. Returns `None` if it would be too long.
    pub(in crate::rules) fn of(nests: &[Nest], arity: usize) -> Option<Program> {
        let variables = nests.iter().map(|nest| nest.variables).max().unwrap_or(arity).max(arity);
        let program = Program {
            instructions: Vec::new(),
            registers: vec![0; variables],
            emitted: Vec::new(),
            sets: Vec::new(),
            arity,
        };
        let (constants, known) = (Vec::new(), Vec::new());
        let mut writer = Writer { program, constants, known, open: Vec::new(), exits: Vec::new() };
        for nest in nests {
            writer.nest(nest)?;
        }
        Some(writer.program)
    }
}

/// A writer of a program.
struct Writer {
    program: Program,
    /// Constants and their registers.
    constants: Vec<(i64, Register)>,
    /// The numbers computed on every path to the current address, with their registers.
    known: Vec<(Number, Register)>,
    /// The loops around the current address.
    open: Vec<OpenLoop>,
    /// The instructions that jump out of the current iteration and are not patched yet, each with the number of loops
    /// around it.
    exits: Vec<(usize, usize)>,
}

struct OpenLoop {
    variable: Register,
    most: Register,
    /// The first of two registers reserved for the loop: see [`Instruction::Next`].
    counted: Register,
    /// The numbers that the loop iterates over, if not all.
    members: Option<Members>,
    body: Address,
    /// The instruction before the body that skips an empty loop.
    entry: usize,
    /// The number of known numbers before the loop.
    known: usize,
}

impl Writer {
    fn nest(&mut self, nest: &Nest) -> Option<()> {
        self.known.clear();
        for (index, step) in nest.steps.iter().enumerate() {
            match step {
                Step::Solve { variable, value } => {
                    let from = self.number(value)?;
                    self.write(Instruction::Copy { to: *variable as Register, from })?;
                }
                Step::Loop { variable, least, most, members } => {
                    self.hoist(&nest.steps[index + 1..], &nest.parts, &nest.steps[..index])?;
                    self.open_loop(*variable, least, most, members)?;
                }
                Step::Test(test) => self.require(test)?,
            }
        }
        self.emit(&nest.parts)?;
        while let Some(open) = self.open.pop() {
            self.close_loop(&open)?;
        }
        self.patch_exits(0, self.here());
        Some(())
    }

    /// Emits instructions that compute loop-invariant numbers before a loop.
    fn hoist(&mut self, after: &[Step], parts: &[Vec<Number>], before: &[Step]) -> Option<()> {
        let mut known = vec![false; self.program.registers.len()];
        known[..self.program.arity].fill(true);
        for step in before {
            if let Step::Solve { variable, .. } | Step::Loop { variable, .. } = step {
                known[*variable] = true;
            }
        }
        let mut numbers: Vec<&Number> = parts.iter().flatten().collect();
        for step in after {
            match step {
                Step::Solve { value, .. } => numbers.push(value),
                Step::Loop { least, most, .. } => numbers.extend([least, most]),
                Step::Test(Test::Compare(_, a, b)) => numbers.extend([a, b]),
                Step::Test(_) => {}
            }
        }
        while let Some(number) = numbers.pop() {
            let is_known = number.is_known(&|variable| known[variable]);
            match number {
                // A product may overflow although the loop is empty and does not need it.
                Number::Binary(Arithmetic::Add | Arithmetic::Subtract, ..)
                | Number::Call(RuleFunction::Min | RuleFunction::Max, ..)
                    if is_known && is_plain(number) =>
                {
                    self.number(number)?;
                }
                Number::Binary(_, a, b) | Number::Call(_, a, b) => numbers.extend([&**a, &**b]),
                _ => {}
            }
        }
        Some(())
    }

    fn open_loop(
        &mut self,
        variable: usize,
        least: &Number,
        most: &Number,
        members: &nest::Members,
    ) -> Option<()> {
        let from = self.number(least)?;
        let most = self.number(most)?;
        let members = match members {
            nest::Members::All => None,
            nest::Members::Set(set) => Some(Members::Set(self.set(set)?)),
            nest::Members::Divisors(number) => Some(Members::Divisors(self.number(number)?)),
        };
        let variable = variable as Register;
        self.write(Instruction::Copy { to: variable, from })?;
        let counted = self.register(0)?;
        self.register(0)?;
        let entry = self.write(match members {
            None => Instruction::Begin { variable, most, counted, address: 0 },
            Some(members) => Instruction::FirstOf { members, variable, most, address: 0 },
        })?;
        let open =
            OpenLoop { variable, most, counted, members, body: self.here(), entry, known: self.known.len() };
        self.open.push(open);
        Some(())
    }

    fn close_loop(&mut self, open: &OpenLoop) -> Option<()> {
        self.patch_exits(self.open.len() + 1, self.here());
        let (variable, most, address, steps) =
            (open.variable, open.most, open.body, self.steps_from(open.body));
        self.write(match open.members {
            None => Instruction::Next { variable, counted: open.counted, address, steps },
            Some(members) => Instruction::NextOf { members, variable, most, address, steps },
        })?;
        self.patch(open.entry, self.here());
        self.known.truncate(open.known);
        Some(())
    }

    /// Returns the cost in steps of the instructions from an address on, each executed once.
    fn steps_from(&self, address: Address) -> u16 {
        let steps =
            self.program.instructions[address as usize..].iter().map(|instruction| match instruction {
                Instruction::Apply { function: RuleFunction::Gcd, .. } | Instruction::JumpIfMember { .. } => {
                    128
                }
                Instruction::Calculate { .. } | Instruction::Emit { .. } => 4,
                _ => 1,
            });
        u16::try_from(steps.sum::<u64>()).unwrap_or(u16::MAX)
    }

    fn emit(&mut self, parts: &[Vec<Number>]) -> Option<()> {
        let mut registers = Vec::new();
        for number in parts.iter().flatten() {
            registers.push(self.number(number)?);
        }
        if registers.len() > MAX_EMITTED {
            return None;
        }
        let first = self.program.emitted.len() as u32;
        let count = registers.len() as u16;
        self.program.emitted.extend(registers);
        self.write(Instruction::Emit { first, count })?;
        Some(())
    }

    /// Emits instructions that jump out of the current iteration unless the test holds.
    fn require(&mut self, test: &Test) -> Option<()> {
        let mut ways = Vec::new();
        self.jump_if(&test.negation(), &mut ways)?;
        self.exits.extend(ways.into_iter().map(|way| (way, self.open.len())));
        Some(())
    }

    /// Emits instructions that jump if the test holds and continue otherwise. The jumps are appended to `ways` to be
    /// patched.
    fn jump_if(&mut self, test: &Test, ways: &mut Vec<usize>) -> Option<()> {
        match test {
            Test::Compare(relation, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                ways.push(self.write(Instruction::JumpIf { relation: *relation, a, b, address: 0 })?);
            }
            Test::Member { number, set, negated } => {
                let (number, set, is_member) = (self.number(number)?, self.set(set)?, !negated);
                ways.push(self.write(Instruction::JumpIfMember { set, number, is_member, address: 0 })?);
            }
            Test::Any(tests) => tests.iter().try_for_each(|test| self.jump_if(test, ways))?,
            Test::All(tests) => {
                // The first test that does not hold jumps past all of them. Numbers computed on the way are not available
                // afterwards.
                let known = self.known.len();
                let mut outs = Vec::new();
                for test in tests {
                    self.jump_if(&test.negation(), &mut outs)?;
                }
                ways.push(self.write(Instruction::Jump { address: 0 })?);
                let here = self.here();
                outs.into_iter().for_each(|out| self.patch(out, here));
                self.known.truncate(known);
            }
        }
        Some(())
    }

    /// Returns the register that holds a number, and emits instructions that compute it if necessary.
    fn number(&mut self, number: &Number) -> Option<Register> {
        match number {
            Number::Constant(value) => return self.constant(*value),
            Number::Variable(variable) => return Register::try_from(*variable).ok(),
            _ => {}
        }
        if let Some((_, register)) = self.known.iter().find(|(known, _)| known == number) {
            return Some(*register);
        }
        let register;
        match number {
            Number::Binary(arithmetic, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                register = self.register(0)?;
                let to = register;
                match arithmetic {
                    Arithmetic::Add => self.write(Instruction::Add { to, a, b })?,
                    Arithmetic::Subtract => self.write(Instruction::Subtract { to, a, b })?,
                    _ => {
                        let arithmetic = *arithmetic;
                        let index =
                            self.write(Instruction::Calculate { arithmetic, to, a, b, address: 0 })?;
                        self.exits.push((index, self.open.len()));
                        index
                    }
                };
            }
            Number::Call(function, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                register = self.register(0)?;
                self.write(Instruction::Apply { function: *function, to: register, a, b })?;
            }
            Number::Constant(_) | Number::Variable(_) => return None,
        }
        self.known.push((number.clone(), register));
        Some(register)
    }

    fn constant(&mut self, value: i64) -> Option<Register> {
        if let Some((_, register)) = self.constants.iter().find(|(known, _)| *known == value) {
            return Some(*register);
        }
        let register = self.register(value)?;
        self.constants.push((value, register));
        Some(register)
    }

    fn register(&mut self, value: i64) -> Option<Register> {
        let register = Register::try_from(self.program.registers.len()).ok()?;
        self.program.registers.push(value);
        Some(register)
    }

    fn set(&mut self, set: &Arc<NumberSet>) -> Option<u16> {
        let known = self.program.sets.iter().position(|known| Arc::ptr_eq(known, set));
        let index = known.unwrap_or_else(|| {
            self.program.sets.push(set.clone());
            self.program.sets.len() - 1
        });
        u16::try_from(index).ok()
    }

    fn here(&self) -> Address {
        self.program.instructions.len() as Address // at most LONGEST
    }

    fn write(&mut self, instruction: Instruction) -> Option<usize> {
        if self.program.instructions.len() >= LONGEST {
            return None;
        }
        self.program.instructions.push(instruction);
        Some(self.program.instructions.len() - 1)
    }

    /// Patches the jumps out of an iteration with `loops` loops around them to go to `address`.
    fn patch_exits(&mut self, loops: usize, address: Address) {
        let indices: Vec<usize> =
            self.exits.iter().filter(|exit| exit.1 == loops).map(|exit| exit.0).collect();
        self.exits.retain(|exit| exit.1 != loops);
        indices.into_iter().for_each(|index| self.patch(index, address));
    }

    fn patch(&mut self, index: usize, to: Address) {
        match &mut self.program.instructions[index] {
            Instruction::Calculate { address, .. }
            | Instruction::JumpIf { address, .. }
            | Instruction::JumpIfMember { address, .. }
            | Instruction::Jump { address }
            | Instruction::Begin { address, .. }
            | Instruction::FirstOf { address, .. } => *address = to,
            _ => {}
        }
    }
}
