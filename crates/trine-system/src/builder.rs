//! Puts templates and edges together with less ceremony.

use crate::{
    Edge, EdgeId, Effect, Expr, Guard, Hold, Label, LocalId, Location, LocationId, Sync, Template,
    Type, Variable,
};

impl Template {
    /// Adds a parameter. Parameters come before all other locals.
    pub fn add_parameter(&mut self, name: impl Into<String>, ty: Type) -> LocalId {
        debug_assert_eq!(self.parameters as usize, self.locals.len());
        self.parameters += 1;
        self.locals.push(Variable::scalar(name, ty))
    }

    /// Adds a variable of the process; parameters are the first ones.
    pub fn add_local(&mut self, variable: Variable) -> LocalId {
        self.locals.push(variable)
    }

    /// Adds a plain location.
    pub fn add_location(&mut self) -> LocationId {
        self.locations.push(Location::default())
    }

    /// Adds a location with a label of the source.
    pub fn add_labelled(&mut self, label: impl Into<String>) -> LocationId {
        self.locations.push(Location { names: vec![label.into()], ..Location::default() })
    }

    /// Adds a location where the process has ended.
    pub fn add_final(&mut self) -> LocationId {
        self.locations.push(Location { final_: true, ..Location::default() })
    }

    /// Adds an edge after the others.
    pub fn add_edge(&mut self, edge: Edge) -> EdgeId {
        self.edges.push(edge)
    }
}

impl Edge {
    /// Lets the edge be taken only where the condition holds.
    pub fn when(mut self, condition: Expr) -> Edge {
        self.guard = Guard::When(condition);
        self
    }

    /// Lets the edge be taken only where no other edge of its location can be.
    pub fn otherwise(mut self) -> Edge {
        self.guard = Guard::Else;
        self
    }

    /// Makes the edge a synchronisation.
    pub fn meeting(mut self, sync: Sync) -> Edge {
        self.sync = Some(sync);
        self
    }

    /// Adds an effect after those that it has.
    pub fn doing(mut self, effect: Effect) -> Edge {
        self.effects.push(effect);
        self
    }

    /// Says whether the process keeps exclusive control after this step.
    pub fn holding(mut self, hold: Hold) -> Edge {
        self.hold = hold;
        self
    }

    /// Gives the edge a rank: one that is executable shuts out those of lower rank.
    pub fn ranked(mut self, rank: u8) -> Edge {
        self.rank = rank;
        self
    }

    /// Adds a label to those that the edge has.
    pub fn labelled(mut self, label: Label) -> Edge {
        self.labels.push(label);
        self
    }

    /// Sets the text that traces print for the edge.
    pub fn saying(mut self, text: impl Into<String>) -> Edge {
        self.text = text.into();
        self
    }
}
