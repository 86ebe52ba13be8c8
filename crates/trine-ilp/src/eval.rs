//! The value of an expression for one process, which asks for what the process alone does not know.

use std::collections::BTreeMap;

use trine_system::value::{binary, unary};
use trine_system::{BinaryOp, Expr, Place, Root, Type};

use crate::process_state::ProcessState;
use crate::system_facts::SystemFacts;

/// Why a run came to a halt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The execution ends here.
    Fault,
    /// Networks cannot say this.
    Unsupported(String),
    /// It depends on something else: each answer is a run of its own.
    Ask(Ask),
}

/// What an evaluation has to know of others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ask {
    /// The value of a cell of the globals.
    Cell(u32),
    /// A free choice.
    Between(i64, i64),
    /// Whether a process that may end has ended.
    Ended(u32),
    /// Which message comes out of a channel.
    Message(u32),
    /// Whose call at an entry is accepted.
    Caller(u32),
    /// The process that receives on a rendezvous channel.
    Receiver(u32),
}

/// A run of one edge of one process: its own data, and what it was told of the rest.
pub struct Run<'a, 's> {
    pub facts: &'a SystemFacts<'s>,
    pub process: u32,
    pub state: ProcessState,
    /// The cells of globals that it read first or wrote: the value read, and the value now.
    pub cells: BTreeMap<u32, (Option<i64>, i64)>,
    /// Processes that it saw to have ended.
    pub ended: Vec<u32>,
    /// Which processes can be seen to end.
    pub mortal: &'a [bool],
    answers: &'a [i64],
    next: usize,
    /// A condition could not be evaluated, and was taken to hold.
    pub unsure: bool,
    /// It is evaluating whether an edge is executable.
    pub condition: bool,
}

impl<'a, 's> Run<'a, 's> {
    /// A run from a local state, with the answers to the questions that it asked before.
    pub fn new(
        facts: &'a SystemFacts<'s>,
        process: u32,
        process_state: ProcessState,
        mortal: &'a [bool],
        answers: &'a [i64],
    ) -> Run<'a, 's> {
        Run {
            facts,
            process,
            state: process_state,
            cells: BTreeMap::new(),
            ended: Vec::new(),
            mortal,
            answers,
            next: 0,
            unsure: false,
            condition: false,
        }
    }

    /// The answer to a question; where there is none yet, the run halts.
    pub fn ask(&mut self, ask: Ask) -> Result<i64, Halt> {
        let answer = self.answers.get(self.next).copied();
        self.next += 1;
        answer.ok_or(Halt::Ask(ask))
    }

    /// The value of an expression, as far as it needs only the process and the answers.
    pub fn eval(&mut self, expr: &Expr) -> Result<i64, Halt> {
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Read(place) => self.read(place)?,
            Expr::Unary(op, width, inner) => unary(*op, *width, self.eval(inner)?),
            Expr::Binary(BinaryOp::And, _, left, right) => {
                i64::from(self.eval(left)? != 0 && self.eval(right)? != 0)
            }
            Expr::Binary(BinaryOp::Or, _, left, right) => {
                i64::from(self.eval(left)? != 0 || self.eval(right)? != 0)
            }
            Expr::Binary(op, width, left, right) => {
                let (left, right) = (self.eval(left)?, self.eval(right)?);
                binary(*op, *width, left, right).map_err(|_| Halt::Fault)?
            }
            Expr::Conditional(condition, yes, no) => {
                let side = if self.eval(condition)? != 0 { yes } else { no };
                self.eval(side)?
            }
            Expr::Checked(inner, length) => {
                let value = self.eval(inner)?;
                if value < 0 || value >= i64::from(*length) {
                    return Err(Halt::Fault);
                }
                value
            }
            Expr::Myself => i64::from(self.process),
            Expr::Served => self.state.serving.last().map_or(-1, |caller| i64::from(*caller)),
            Expr::Ended(process) => match **process {
                Expr::Const(number) if self.condition => i64::from(self.has_ended(number)),
                _ => return Err(Halt::Unsupported("who has ended".to_string())),
            },
            _ => return Err(Halt::Unsupported("the state of other processes".to_string())),
        })
    }

    /// Finds out which processes have ended, before anything else is evaluated.
    pub fn look(&mut self, processes: &[u32]) -> Result<(), Halt> {
        for process in processes {
            if !self.mortal[*process as usize] {
                continue;
            }
            match self.ask(Ask::Ended(*process))? {
                // That a process has not ended is not said to any network.
                0 => self.unsure = true,
                _ => self.ended.push(*process),
            }
        }
        Ok(())
    }

    fn has_ended(&self, number: i64) -> bool {
        let known = number >= 0 && number < self.mortal.len() as i64;
        !known || self.ended.contains(&(number as u32))
    }

    /// Whether a condition can hold. A part that cannot be evaluated is taken to hold.
    pub fn may_hold(&mut self, expr: &Expr) -> Result<bool, Halt> {
        if let Expr::Binary(BinaryOp::And, _, left, right) = expr {
            return Ok(self.may_hold(left)? && self.may_hold(right)?);
        }
        if !is_plain(expr, Some(self.process)) {
            self.unsure = true;
            return Ok(true);
        }
        Ok(self.eval(expr)? != 0)
    }

    fn read(&mut self, place: &Place) -> Result<i64, Halt> {
        match self.cell(place)? {
            (At::Local(at), _) => Ok(self.state.locals[at]),
            (At::Global(at), _) => {
                if self.facts.cells[at].1 {
                    return Ok(self.facts.initial.globals[at]);
                }
                // One that only wrote so far counts as a reader from now on.
                let known = self.cells.get(&(at as u32)).copied();
                if let Some((Some(_), now)) = known {
                    return Ok(now);
                }
                let value = self.ask(Ask::Cell(at as u32))?;
                let now = known.map_or(value, |(_, now)| now);
                self.cells.insert(at as u32, (Some(value), now));
                Ok(now)
            }
        }
    }

    /// Assigns a value, cut to the type of the cell. What nothing needs is not kept.
    pub fn assign(&mut self, place: &Place, value: i64) -> Result<(), Halt> {
        if let Root::Global(global) = place.root
            && self.facts.live.is_ignored(global)
        {
            return Ok(());
        }
        let (at, ty) = self.cell(place)?;
        let value = ty.store(value).map_err(|_| Halt::Fault)?;
        match at {
            At::Local(at) => self.state.locals[at] = value,
            At::Global(at) => {
                let first = self.cells.get(&(at as u32)).and_then(|(first, _)| *first);
                self.cells.insert(at as u32, (first, value));
            }
        }
        Ok(())
    }

    fn cell(&mut self, place: &Place) -> Result<(At, Type), Halt> {
        let index = match &place.index {
            Some(index) => self.eval(index)?,
            None => 0,
        };
        let inside = |count: u32| match index >= 0 && index < i64::from(count) {
            true => Ok(index as usize),
            false => Err(Halt::Fault),
        };
        match &place.root {
            Root::Global(id) => {
                let (start, count) = self.facts.global(*id);
                let at = start + inside(count)?;
                Ok((At::Global(at), self.facts.cells[at].0))
            }
            Root::Local(id) => {
                let template = self.facts.template(self.process);
                let (start, count, ty) = self.facts.local(template, *id);
                Ok((At::Local(start + inside(count)?), ty))
            }
            Root::Remote { .. } => Err(Halt::Unsupported("a local of another process".to_string())),
            Root::Field { .. } => {
                Err(Halt::Unsupported("records that are made on the way".to_string()))
            }
        }
    }

    /// The value of an index; 0 where there is none.
    pub fn index(&mut self, index: Option<&Expr>) -> Result<i64, Halt> {
        index.map_or(Ok(0), |index| self.eval(index))
    }

    /// The position of a channel.
    pub fn channel(&mut self, channel: &Expr) -> Result<usize, Halt> {
        let number = self.eval(channel)?;
        let known = number >= 1 && number as usize <= self.facts.initial.channels.len();
        if known { Ok(number as usize - 1) } else { Err(Halt::Fault) }
    }
}

enum At {
    Global(usize),
    Local(usize),
}

/// Whether a value depends on nothing but the data of a process and on globals; a condition may also
/// depend on which others have ended.
pub fn is_plain(expr: &Expr, condition_of: Option<u32>) -> bool {
    let mut plain = true;
    expr.visit(&mut |part| {
        plain &= match part {
            Expr::Const(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::Checked(..)
            | Expr::Myself
            | Expr::Served => true,
            Expr::Read(place) => matches!(place.root, Root::Local(_) | Root::Global(_)),
            Expr::Ended(process) => match (&**process, condition_of) {
                (Expr::Const(number), Some(me)) => *number != i64::from(me),
                _ => false,
            },
            _ => false,
        };
    });
    plain
}

/// The processes that the plain parts of a condition ask about.
pub fn asks_about(expr: &Expr, me: u32, count: usize, found: &mut Vec<u32>) {
    if let Expr::Binary(BinaryOp::And, _, left, right) = expr {
        asks_about(left, me, count, found);
        asks_about(right, me, count, found);
        return;
    }
    if !is_plain(expr, Some(me)) {
        return;
    }
    expr.visit(&mut |part| {
        if let Expr::Ended(process) = part
            && let Expr::Const(number) = **process
            && number >= 0
            && (number as usize) < count
        {
            found.push(number as u32);
        }
    });
}
