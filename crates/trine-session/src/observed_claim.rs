//! Claims of specifications beside a program: events by their numbers, conditions on its global variables.

use trine_base::{Diagnostics, Id};
use trine_program::direct::Automaton;
use trine_program::events::{Pattern, VariablePlace, Watch, can_happen, nameable, variables};
use trine_program::interpret::{Machine, State};
use trine_program::{Program, Type};
use trine_property::{Claim, ClaimStateId, Property, PropertyKind};
use trine_spec::ast::Spec;
use trine_spec::program::{Compiled, Names, compile, unmatched};
use trine_system::{Expr, Place, Root, value};

use crate::Loaded;
use crate::event_patterns::{on_program, speaks_of_entries, speaks_of_read_write_locks};

/// A property over events of a program.
pub(crate) struct Observation {
    pub claim: Claim,
    /// The events, from number 1 on.
    pub events: Vec<String>,
    pub patterns: Vec<Pattern>,
    pub caseless: bool,
}

impl Observation {
    /// What the program has to be watched for.
    pub fn watch(&self) -> Watch {
        Watch::new(self.patterns.clone(), self.caseless)
    }

    /// The same with another claim over the same events.
    pub fn with(&self, claim: &Claim) -> Observation {
        Observation {
            claim: claim.clone(),
            events: self.events.clone(),
            patterns: self.patterns.clone(),
            caseless: self.caseless,
        }
    }
}

/// Names in upper and lower case are one.
pub(crate) fn is_caseless(loaded: &Loaded) -> bool {
    loaded.system.as_ref().is_some_and(|system| system.rules.caseless)
}

/// The specifications of what was loaded, for its program.
pub(crate) fn compiled(
    loaded: &Loaded,
    program: &Program,
    diagnostics: &mut Diagnostics,
) -> Compiled {
    let known: Vec<(String, trine_system::Type)> =
        variables(program).into_iter().map(|one| (one.name, of_type(one.ty))).collect();
    let names = Names { variables: &known, caseless: is_caseless(loaded), lines: &loaded.lines };
    compile(&loaded.specs, &names, &loaded.sources, diagnostics)
}

fn of_type(ty: Type) -> trine_system::Type {
    match ty {
        Type::Bool => trine_system::Type::Bool,
        Type::Int { bits, signed } => trine_system::Type::Int { bits, signed },
        Type::Float => trine_system::Type::Float,
        Type::Reference => trine_system::Type::LONG,
    }
}

/// A property of the specifications over the events of the program; none where it has none of this name. An error says
/// what of it is not followed.
pub(crate) fn observation(
    loaded: &Loaded,
    program: &Program,
    name: &str,
) -> Option<Result<Observation, String>> {
    // What is wrong with a specification was said when it was read.
    let compiled = compiled(loaded, program, &mut Diagnostics::new());
    let property: Property = compiled.properties.into_iter().find(|one| one.name == name)?;
    let PropertyKind::Claim(claim) = property.kind else { return None };
    let events = claim.instrumentation.as_ref().map_or(Vec::new(), |of| of.events.clone());
    let patterns = events.iter().map(|event| match compiled.events.get(event) {
        Some(pattern) => match on_program(pattern, &loaded.sources)? {
            made if speaks_of_entries(program, &made) => Err(format!(
                "`{event}` may be about entries, which are not followed where the program itself is searched"
            )),
            made if speaks_of_read_write_locks(program, &made) => Err(format!(
                "`{event}` is about locks, and those of read-write locks are not followed"
            )),
            made => Ok(made),
        },
        None => Err(format!("the event `{event}` is not declared")),
    });
    let patterns: Result<Vec<Pattern>, String> = patterns.collect();
    Some(patterns.and_then(|patterns| {
        if !claim.stutter_invariant {
            return Err("the formula can tell silent steps, and the program itself has others \
                        than its model"
                .to_string());
        }
        Ok(Observation { claim, events, patterns, caseless: is_caseless(loaded) })
    }))
}

/// Reports what is wrong with specifications of a program without a system: also events that nothing in it can be.
pub(crate) fn refuse_unmatched(loaded: &mut Loaded) {
    let mut diagnostics = Diagnostics::new();
    if let Some(runnable) = &loaded.program {
        let program = &runnable.program;
        compiled(loaded, program, &mut diagnostics);
        let known = nameable(program).into_iter().flat_map(|(_, patterns)| patterns);
        let known: Vec<String> = known.collect();
        for event in loaded.specs.iter().flat_map(Spec::events) {
            // What is not followed is said with the verdict.
            let Ok(pattern) = on_program(&event.pattern, &loaded.sources) else { continue };
            let watch = Watch::new(vec![pattern.clone()], is_caseless(loaded));
            if !can_happen(program, &watch, &pattern) {
                diagnostics.push(unmatched(event, &known, &loaded.sources));
            }
        }
    }
    loaded.diagnostics.items.append(&mut diagnostics.items);
}

/// A claim that runs beside a program.
pub(crate) struct ClaimBeside<'c, 'p> {
    pub claim: &'c Claim,
    pub machine: &'c Machine<'p>,
    places: Vec<VariablePlace>,
}

impl<'c, 'p> ClaimBeside<'c, 'p> {
    /// The claim, with the places of the variables that it can read.
    pub fn new(claim: &'c Claim, machine: &'c Machine<'p>) -> ClaimBeside<'c, 'p> {
        let places = variables(machine.program).into_iter().map(|one| one.place).collect();
        ClaimBeside { claim, machine, places }
    }

    /// What an expression comes to; none where that is not known.
    fn eval(&self, expr: &Expr, event: u32, state: &State) -> Option<i64> {
        let eval = |expr: &Expr| self.eval(expr, event, state);
        Some(match expr {
            Expr::Const(number) => *number,
            Expr::Event(wanted) => i64::from(*wanted == event),
            Expr::Terminated => {
                let ended = state.threads.iter().all(|thread| thread.has_ended());
                // Where threads are those of a process, its end is theirs.
                i64::from(ended || state.exited && self.machine.program.has_memory())
            }
            Expr::Unary(op, width, inner) => value::unary(*op, *width, eval(inner)?),
            Expr::Binary(op, width, left, right) => {
                value::binary(*op, *width, eval(left)?, eval(right)?).ok()?
            }
            Expr::Conditional(condition, yes, no) => match eval(condition)? {
                0 => eval(no)?,
                _ => eval(yes)?,
            },
            Expr::Read(Place { root: Root::Global(id), index: None }) => {
                self.places.get(id.index())?.value(self.machine, state)?
            }
            _ => return None,
        })
    }
}

impl Automaton for ClaimBeside<'_, '_> {
    fn initial(&self) -> u32 {
        self.claim.initial.0
    }

    fn moves(&self, from: u32, event: u32, state: &State) -> Option<Vec<u32>> {
        let mut unknown = false;
        let moves = self.claim.moves(ClaimStateId(from), |expr| {
            let value = self.eval(expr, event, state);
            unknown |= value.is_none();
            value.ok_or(())
        });
        (!unknown).then(|| moves.into_iter().map(|(to, _)| to.0).collect())
    }

    fn is_final(&self, at: u32) -> bool {
        self.claim.states[ClaimStateId(at)].final_
    }

    fn is_accepting(&self, at: u32) -> bool {
        self.claim.states[ClaimStateId(at)].accepting
    }

    fn sees_events_only(&self) -> bool {
        let mut only = true;
        for expr in self.claim.expressions() {
            expr.visit(&mut |part| only &= !matches!(part, Expr::Read(_)));
        }
        only
    }

    fn states(&self) -> u32 {
        self.claim.states.len() as u32
    }

    fn is_about_endless(&self) -> bool {
        self.claim.infinite_only
    }
}
