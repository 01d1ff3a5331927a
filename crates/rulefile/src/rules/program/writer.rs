//! Writing a program: what is calculated once, and where instructions go on.

use super::{Instruction, MAX_EMITTED, Place, Program, Register};
use crate::rules::nest::{Members, Nest, Step, is_plain};
use crate::rules::sets::NumberSet;
use crate::rules::tree::{Arithmetic, Number, RuleFunction, Test, opposite};
use std::sync::Arc;

/// The most instructions of a program.
const LONGEST: usize = 1 << 20;

impl Program {
    /// The program of these nests; `None` if it would be too long.
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
        let mut writer = Writer { program, constants, known, open: Vec::new(), fails: Vec::new() };
        for nest in nests {
            writer.nest(nest)?;
        }
        Some(writer.program)
    }
}

/// Writes a program.
struct Writer {
    program: Program,
    /// Constants and their registers.
    constants: Vec<(i64, Register)>,
    /// What has been calculated on every way to the present place.
    known: Vec<(Number, Register)>,
    /// The loops around the present place.
    open: Vec<OpenLoop>,
    /// The instructions that leave the present iteration, whose places are not known yet, with the number of loops
    /// around them.
    fails: Vec<(usize, usize)>,
}

/// The members of a loop, as instructions name them.
#[derive(Clone, Copy)]
enum Walked {
    All,
    Set(u16),
    Divisors(Register),
}

struct OpenLoop {
    variable: Register,
    most: Register,
    /// Two registers of the loop's own: see [`Instruction::Next`].
    counted: Register,
    members: Walked,
    body: Place,
    /// The instruction before the body that passes over an empty loop.
    entry: usize,
    /// How much was known before the loop.
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
        self.land(0, self.here());
        Some(())
    }

    /// Calculates before a loop the parts of it that do not depend on it.
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
                // A product may grow too large where the loop is empty and nobody asks for it.
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

    fn open_loop(&mut self, variable: usize, least: &Number, most: &Number, members: &Members) -> Option<()> {
        let from = self.number(least)?;
        let most = self.number(most)?;
        let members = match members {
            Members::All => Walked::All,
            Members::Set(set) => Walked::Set(self.set(set)?),
            Members::Divisors(number) => Walked::Divisors(self.number(number)?),
        };
        let variable = variable as Register;
        self.write(Instruction::Copy { to: variable, from })?;
        let counted = self.register(0)?;
        self.register(0)?;
        let entry = self.write(match members {
            Walked::All => Instruction::Begin { variable, most, counted, place: 0 },
            Walked::Set(set) => Instruction::FirstMember { set, variable, most, place: 0 },
            Walked::Divisors(number) => Instruction::FirstDivisor { number, variable, most, place: 0 },
        })?;
        let open =
            OpenLoop { variable, most, counted, members, body: self.here(), entry, known: self.known.len() };
        self.open.push(open);
        Some(())
    }

    fn close_loop(&mut self, open: &OpenLoop) -> Option<()> {
        self.land(self.open.len() + 1, self.here());
        let (variable, most, place, steps) =
            (open.variable, open.most, open.body, self.steps_from(open.body));
        self.write(match open.members {
            Walked::All => Instruction::Next { variable, counted: open.counted, place, steps },
            Walked::Set(set) => Instruction::NextMember { set, variable, most, place, steps },
            Walked::Divisors(number) => Instruction::NextDivisor { number, variable, most, place, steps },
        })?;
        self.aim(open.entry, self.here());
        self.known.truncate(open.known);
        Some(())
    }

    /// The work of the instructions from a place on, each done once at most.
    fn steps_from(&self, place: Place) -> u16 {
        let steps = self.program.instructions[place as usize..].iter().map(|instruction| match instruction {
            Instruction::Apply { function: RuleFunction::Gcd, .. } | Instruction::JumpIfMember { .. } => 128,
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

    /// Leaves the present iteration unless the test holds.
    fn require(&mut self, test: &Test) -> Option<()> {
        match test {
            Test::Compare(relation, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let index =
                    self.write(Instruction::JumpIf { relation: opposite(*relation), a, b, place: 0 })?;
                self.fails.push((index, self.open.len()));
            }
            Test::Member { number, set, negated } => {
                let number = self.number(number)?;
                let set = self.set(set)?;
                let index =
                    self.write(Instruction::JumpIfMember { set, number, is_member: *negated, place: 0 })?;
                self.fails.push((index, self.open.len()));
            }
            Test::All(tests) => tests.iter().try_for_each(|test| self.require(test))?,
            Test::Any(_) => {
                // A way out at the first that holds; what is calculated on the way is not known after it.
                let known = self.known.len();
                let mut ways = Vec::new();
                self.any(test, &mut ways)?;
                let index = self.write(Instruction::Jump { place: 0 })?;
                self.fails.push((index, self.open.len()));
                let here = self.here();
                ways.into_iter().for_each(|way| self.aim(way, here));
                self.known.truncate(known);
            }
        }
        Some(())
    }

    /// Jumps if the test holds: the jumps are put into `ways`. Goes on if not.
    fn any(&mut self, test: &Test, ways: &mut Vec<usize>) -> Option<()> {
        match test {
            Test::Compare(relation, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                ways.push(self.write(Instruction::JumpIf { relation: *relation, a, b, place: 0 })?);
            }
            Test::Member { number, set, negated } => {
                let number = self.number(number)?;
                let set = self.set(set)?;
                ways.push(self.write(Instruction::JumpIfMember {
                    set,
                    number,
                    is_member: !negated,
                    place: 0,
                })?);
            }
            Test::Any(tests) => tests.iter().try_for_each(|test| self.any(test, ways))?,
            Test::All(tests) => {
                // The first that does not hold leads past all of them.
                let known = self.known.len();
                let mut outs = Vec::new();
                for test in tests {
                    self.any(&test.negation(), &mut outs)?;
                }
                ways.push(self.write(Instruction::Jump { place: 0 })?);
                let here = self.here();
                outs.into_iter().for_each(|out| self.aim(out, here));
                self.known.truncate(known);
            }
        }
        Some(())
    }

    /// The register that holds a number.
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
                        let index = self.write(Instruction::Calculate { arithmetic, to, a, b, place: 0 })?;
                        self.fails.push((index, self.open.len()));
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

    fn here(&self) -> Place {
        self.program.instructions.len() as Place // at most LONGEST
    }

    fn write(&mut self, instruction: Instruction) -> Option<usize> {
        if self.program.instructions.len() >= LONGEST {
            return None;
        }
        self.program.instructions.push(instruction);
        Some(self.program.instructions.len() - 1)
    }

    /// Lets the instructions that leave an iteration, with so many loops around them, go to `place`.
    fn land(&mut self, loops: usize, place: Place) {
        let landing: Vec<usize> =
            self.fails.iter().filter(|fail| fail.1 == loops).map(|fail| fail.0).collect();
        self.fails.retain(|fail| fail.1 != loops);
        landing.into_iter().for_each(|index| self.aim(index, place));
    }

    fn aim(&mut self, index: usize, to: Place) {
        match &mut self.program.instructions[index] {
            Instruction::Calculate { place, .. }
            | Instruction::JumpIf { place, .. }
            | Instruction::JumpIfMember { place, .. }
            | Instruction::Jump { place }
            | Instruction::Begin { place, .. }
            | Instruction::FirstMember { place, .. }
            | Instruction::FirstDivisor { place, .. } => *place = to,
            _ => {}
        }
    }
}
