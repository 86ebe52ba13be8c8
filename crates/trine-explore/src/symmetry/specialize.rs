//! The code of each process with what is constant for it filled in: its number, and arguments that
//! nothing changes.

use std::collections::{BTreeMap, BTreeSet};

use trine_system::value::{binary, unary};
use trine_system::{BinaryOp, Edge, Expr, LocalId, Place, Root, System};

/// The edges of one process, and the condition under which it may step.
#[derive(Clone, Debug)]
pub struct Special {
    pub edges: Vec<Edge>,
    pub provided: Option<Expr>,
    /// The parameters that were filled in.
    pub constants: BTreeMap<LocalId, i64>,
}

/// The code of all processes of the initial state, one by one.
pub fn specialize(system: &System) -> Vec<Special> {
    let written = Written::new(system);
    let one = |number: usize| {
        let process = &system.processes[number];
        let template = &system.templates[process.template];
        let constants: BTreeMap<LocalId, i64> = template
            .locals
            .enumerate()
            .take(template.parameters as usize)
            .filter_map(|(local, variable)| {
                let constant = variable.cells() == 1 && !written.has(process.template.0, local);
                let value = process.arguments.get(local.0 as usize).copied().unwrap_or(0);
                let value = variable.ty.store(value).ok().filter(|_| constant)?;
                Some((local, value))
            })
            .collect();
        let change = |part: Expr| -> Expr {
            match part {
                Expr::Myself => Expr::Const(number as i64),
                Expr::Read(Place { root: Root::Local(local), index: None }) => {
                    constants.get(&local).map_or_else(|| Expr::local(local), |at| Expr::Const(*at))
                }
                other => folded(other),
            }
        };
        Special {
            edges: template.edges.iter().map(|edge| edge.rebuilt(&change)).collect(),
            provided: template.provided.as_ref().map(|provided| provided.rebuilt(&change)),
            constants,
        }
    };
    (0..system.processes.len()).map(one).collect()
}

/// The value of an expression whose parts are constant; the expression itself where one is not, or where
/// it would fault.
fn folded(expr: Expr) -> Expr {
    let value = match &expr {
        Expr::Unary(op, width, inner) => match **inner {
            Expr::Const(value) => Some(unary(*op, *width, value)),
            _ => None,
        },
        Expr::Binary(op, width, left, right) => match (&**left, &**right) {
            (Expr::Const(left), Expr::Const(right)) => binary(*op, *width, *left, *right).ok(),
            (Expr::Const(0), _) if *op == BinaryOp::And => Some(0),
            (Expr::Const(left), _) if *op == BinaryOp::Or && *left != 0 => Some(1),
            _ => None,
        },
        Expr::Checked(inner, length) => match **inner {
            Expr::Const(value) if value >= 0 && value < i64::from(*length) => Some(value),
            _ => None,
        },
        Expr::Conditional(condition, yes, no) => match **condition {
            Expr::Const(0) => return (**no).clone(),
            Expr::Const(_) => return (**yes).clone(),
            _ => None,
        },
        _ => None,
    };
    value.map_or(expr, Expr::Const)
}

/// The locals that a process writes, by template.
struct Written(BTreeSet<(u32, LocalId)>);

impl Written {
    fn new(system: &System) -> Written {
        let mut written = BTreeSet::new();
        for (id, template) in system.templates.enumerate() {
            for edge in &template.edges {
                edge.visit_writes(&mut |place| match &place.root {
                    Root::Local(local) => {
                        written.insert((id.0, *local));
                    }
                    Root::Remote { template, local, .. } => {
                        written.insert((template.0, *local));
                    }
                    Root::Global(_) | Root::Field { .. } => {}
                });
            }
        }
        Written(written)
    }

    fn has(&self, template: u32, local: LocalId) -> bool {
        self.0.contains(&(template, local))
    }
}
