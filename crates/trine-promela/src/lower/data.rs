//! Gives every variable its cells: records and arrays become variables of several cells, channels
//! get a kind.

use std::collections::HashSet;

use trine_system as sys;

use super::Lowering;
use crate::ast::*;
use crate::check::{Type, VarId};

/// One scalar field of a variable, or the variable itself.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The fields on the way to it, by position.
    pub fields: Vec<usize>,
    /// For the variable and each field on the way, the length if it is an array.
    pub lengths: Vec<Option<u32>>,
    pub storage: Storage,
}

/// Where a variable lives in the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    Global(sys::GlobalId),
    Local(sys::LocalId),
}

/// A scalar of a record type, before it has a place.
struct FlatScalar {
    fields: Vec<usize>,
    path: Vec<sys::PathPart>,
    ty: Type,
    /// It is declared as an array itself.
    array: bool,
    /// The field that declares it; none for the variable itself.
    declared: Option<DeclId>,
}

impl<'a> Lowering<'a> {
    pub(super) fn enums(&mut self) {
        for mtype in &self.checked.mtypes {
            let name = mtype.name.as_deref().unwrap_or("mtype").to_string();
            let values = mtype
                .names
                .iter()
                .map(|(name, value)| (name.to_string(), i64::from(*value)))
                .filter(|(_, value)| (1..=255).contains(value))
                .collect();
            self.system.enums.push(sys::EnumDecl { name, values });
        }
    }

    pub(super) fn globals(&mut self) {
        let mut names = HashSet::new();
        for id in self.checked.variables.ids() {
            if self.checked.variables[id].process.is_some() {
                continue;
            }
            let declarator = self.declarators_of.get(&id).copied();
            for (variable, leaf) in self.variables(id, declarator, false, &mut names) {
                let global = self.system.globals.push(variable);
                let leaf = Leaf { storage: Storage::Global(global), ..leaf };
                self.leaves.entry(id).or_default().push(leaf);
            }
        }
    }

    /// The locals of a process, parameters first.
    pub(super) fn locals(&mut self, process: usize, late: &HashSet<DeclId>) {
        let template = super::template_id(process);
        let mut names = HashSet::new();
        let info = &self.checked.processes[process];
        let parameters = info.parameters.iter();
        let others = info.variables.iter().filter(|id| !info.parameters.contains(id));
        for &id in parameters.chain(others) {
            let declarator = self.declarators_of.get(&id).copied();
            let is_late = declarator.is_some_and(|declarator| late.contains(&declarator.id));
            for (variable, leaf) in self.variables(id, declarator, is_late, &mut names) {
                let local = self.system.templates[template].locals.push(variable);
                let leaf = Leaf { storage: Storage::Local(local), ..leaf };
                self.leaves.entry(id).or_default().push(leaf);
            }
        }
        self.system.templates[template].parameters =
            self.checked.processes[process].parameters.len() as u32;
        for (number, wide) in self.graphs[process].counters.clone().into_iter().enumerate() {
            let ty = if wide { sys::Type::SHORT } else { sys::Type::BYTE };
            let name = unused(&mut names, &format!("for#{}", number + 1));
            let local =
                self.system.templates[template].locals.push(sys::Variable::scalar(name, ty));
            self.counters.insert((process, number), local);
        }
    }

    fn variables(
        &mut self,
        id: VarId,
        declarator: Option<&'a Declarator>,
        late: bool,
        names: &mut HashSet<String>,
    ) -> Vec<(sys::Variable, Leaf)> {
        let variable = &self.checked.variables[id];
        let hidden = variable.visibility == Some(Visibility::Hidden);
        let name = unused(names, &variable.name);
        let head = sys::PathPart { name: name.clone(), length: variable.array };
        let mut parts = Vec::new();
        let whole = FlatScalar {
            fields: Vec::new(),
            path: vec![head],
            ty: variable.ty,
            array: variable.array.is_some(),
            declared: None,
        };
        self.parts(whole, &mut parts);
        let span = variable.span;
        let mut found = Vec::with_capacity(parts.len());
        for part in parts {
            let ty = self.scalar_type(part.ty, part.array);
            let initial = match part.declared {
                None => declarator.and_then(|declarator| declarator.initial.as_ref()),
                Some(field) => {
                    self.declarators.get(&field).and_then(|field| field.initial.as_ref())
                }
            };
            let cells: u32 = part.path.iter().map(|part| part.length.unwrap_or(1)).product();
            let init = self.init(id, initial, &part, late, cells);
            let lengths = part.path.iter().map(|part| part.length).collect();
            let leaf =
                Leaf { fields: part.fields, lengths, storage: Storage::Local(sys::LocalId(0)) };
            let span = Some(span);
            let variable = sys::Variable {
                path: part.path,
                ty,
                init,
                hidden,
                volatile: false,
                boxed: false,
                span,
            };
            found.push((variable, leaf));
        }
        found
    }

    /// The scalars that a variable or field is made of.
    fn parts(&self, part: FlatScalar, out: &mut Vec<FlatScalar>) {
        let Type::Record(record) = part.ty else { return out.push(part) };
        for (position, field) in self.checked.records[record].fields.iter().enumerate() {
            let mut fields = part.fields.clone();
            fields.push(position);
            let mut path = part.path.clone();
            path.push(sys::PathPart { name: field.name.to_string(), length: field.array });
            let inner = FlatScalar {
                fields,
                path,
                ty: field.ty,
                array: field.array.is_some(),
                declared: Some(field.id),
            };
            self.parts(inner, out);
        }
    }

    /// In arrays, and as the only field of a message, SPIN keeps a bit in a byte.
    pub(super) fn scalar_type(&self, ty: Type, in_byte: bool) -> sys::Type {
        match ty {
            Type::Bit if in_byte => sys::Type::BYTE,
            Type::Bit => sys::Type::Bool,
            Type::Byte | Type::Pid | Type::Record(_) => sys::Type::BYTE,
            Type::Short => sys::Type::SHORT,
            Type::Int => sys::Type::INT,
            Type::Unsigned(bits) => sys::Type::Int { bits, signed: false },
            Type::Mtype(id) => sys::Type::Enum(sys::EnumId(id.0)),
            Type::Chan => sys::Type::Channel,
        }
    }

    fn init(
        &mut self,
        id: VarId,
        initial: Option<&'a Initial>,
        part: &FlatScalar,
        late: bool,
        cells: u32,
    ) -> sys::Init {
        match initial {
            None => sys::Init::Zero,
            Some(Initial::Value(_)) if late && part.declared.is_none() => sys::Init::Zero,
            Some(Initial::Value(value)) => {
                let process = self.checked.variables[id].process;
                match self.expr_in(value, process) {
                    sys::Expr::Const(0) => sys::Init::Zero,
                    sys::Expr::Const(value) => sys::Init::Value(value),
                    computed => sys::Init::Computed(computed),
                }
            }
            Some(Initial::List(values, _)) => {
                let process = self.checked.variables[id].process;
                let mut listed: Vec<i64> = Vec::new();
                for value in values {
                    match self.expr_in(value, process) {
                        sys::Expr::Const(value) => listed.push(value),
                        _ => listed.push(0),
                    }
                }
                // The list is for one array: where there are several, each gets it.
                let length = part.path.last().and_then(|part| part.length).unwrap_or(1) as usize;
                // SPIN repeats the last value.
                let last = listed.last().copied().unwrap_or(0);
                listed.resize(length, last);
                let all = (0..cells as usize).map(|cell| listed[cell % length]).collect();
                sys::Init::Values(all)
            }
            Some(Initial::Channel(channel)) => {
                let name = format!("{}", self.checked.variables[id].name);
                sys::Init::Channels(self.channel_kind(&name, channel))
            }
        }
    }

    fn channel_kind(&mut self, name: &str, channel: &'a ChannelInitial) -> sys::ChannelKindId {
        let capacity = match self.expr_in(&channel.capacity, None) {
            sys::Expr::Const(value) => value.clamp(0, 255) as u32,
            _ => 0,
        };
        let mut types = Vec::new();
        for field in &channel.fields {
            if let Some(ty) = self.type_named(field) {
                self.flatten(ty, &mut types);
            }
        }
        // A bit that is the only field of its messages has a byte to itself; beside others it is cut to one bit,
        // also where it comes from an array, which has bytes.
        let alone = types.len() == 1;
        let fields = types.into_iter().map(|ty| self.scalar_type(ty, alone)).collect();
        let name = unused(&mut self.kind_names, name);
        self.system.channel_kinds.push(sys::ChannelKind { name, capacity, fields })
    }

    fn type_named(&self, name: &TypeName) -> Option<Type> {
        let mtypes = &self.checked.mtypes;
        let records = &self.checked.records;
        Some(match name {
            TypeName::Bit | TypeName::Bool => Type::Bit,
            TypeName::Byte => Type::Byte,
            TypeName::Pid => Type::Pid,
            TypeName::Short => Type::Short,
            TypeName::Int | TypeName::Unsigned => Type::Int,
            TypeName::Chan => Type::Chan,
            TypeName::Mtype(subtype) => {
                let wanted = subtype.as_ref().map(|name| name.name.clone());
                Type::Mtype(mtypes.enumerate().find(|(_, mtype)| mtype.name == wanted)?.0)
            }
            TypeName::User(name) => {
                Type::Record(records.enumerate().find(|(_, record)| record.name == name.name)?.0)
            }
        })
    }

    /// The scalar types in a type, one for each cell.
    fn flatten(&self, ty: Type, out: &mut Vec<Type>) {
        let Type::Record(record) = ty else { return out.push(ty) };
        for field in &self.checked.records[record].fields {
            for _ in 0..field.array.unwrap_or(1) {
                self.flatten(field.ty, out);
            }
        }
    }
}

/// The name, with a number where it is taken.
pub(super) fn unused(names: &mut HashSet<String>, name: &str) -> String {
    let mut candidate = name.to_string();
    let mut number = 2;
    while !names.insert(candidate.clone()) {
        candidate = format!("{name}#{number}");
        number += 1;
    }
    candidate
}
