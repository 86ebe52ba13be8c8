//! Declarations: types, layouts, initial values, mtypes and their numbers.

use trine_base::Diagnostic;

use super::*;

/// The most cells that one variable may have.
const MOST_CELLS: u32 = 1 << 20;
/// The most cells of all variables together.
const MOST_CELLS_IN_ALL: u32 = 1 << 23;
/// The most fields of a message, those of records counted one by one.
pub(super) const MOST_FIELDS: usize = 1024;

impl Checker<'_> {
    /// Numbers all mtypes first.
    pub(super) fn mtypes(&mut self, model: &Model) {
        for unit in &model.units {
            let Unit::Mtype(unit) = unit else { continue };
            let subtype = unit.subtype.as_ref().map(|name| name.name.clone());
            let found = self.out.mtypes.enumerate().find(|(_, mtype)| mtype.name == subtype);
            let id = match found {
                Some((id, _)) => id,
                None => self.out.mtypes.push(Mtype { name: subtype, names: Vec::new() }),
            };
            let mut fresh = Vec::new();
            for name in &unit.names {
                if self.constants.contains_key(&name.name) {
                    let text = format!("mtype name `{}` is declared twice", name.name);
                    self.error(text, name.span);
                    continue;
                }
                self.constants.insert(name.name.clone(), (0, id));
                fresh.push(name.name.clone());
            }
            // Within one list numbers run backwards; a later list goes on above.
            let known = self.out.mtypes[id].names.len();
            let highest = known + fresh.len();
            if highest > 255 {
                self.error("an mtype has 255 names at most", unit.span);
            }
            for (position, name) in fresh.into_iter().enumerate() {
                let number = (highest - position) as i32;
                self.constants.insert(name.clone(), (number, id));
                self.out.mtypes[id].names.push((name, number));
            }
        }
    }

    pub(super) fn typedef(&mut self, typedef: &Typedef) {
        if self.types.contains_key(&typedef.name.name) {
            let text = format!("type `{}` is declared twice", typedef.name.name);
            return self.error(text, typedef.name.span);
        }
        let mut fields: Vec<Field> = Vec::new();
        for declaration in &typedef.fields {
            let Some(ty) = self.type_of(&declaration.type_name) else { continue };
            for declarator in &declaration.variables {
                let name = &declarator.name;
                if fields.iter().any(|field| field.name == name.name) {
                    let text = format!("field `{}` is declared twice", name.name);
                    self.error(text, name.span);
                    continue;
                }
                let ty = self.with_bits(ty, declarator);
                let array = self.array_length(declarator);
                if let Some(initial) = &declarator.initial
                    && let Some(channel) = self.initial(initial, ty, array)
                {
                    self.widest_field = self.widest_field.max(channel.fields.len());
                }
                let (name, id) = (name.name.clone(), declarator.id);
                fields.push(Field { name, ty, array, id });
            }
        }
        let name = typedef.name.name.clone();
        let cells = fields.iter().fold(0, |sum: u32, field| {
            sum.saturating_add(self.cells(field.ty).saturating_mul(field.array.unwrap_or(1)))
        });
        let id = self.out.records.push(Record { name: name.clone(), fields, cells });
        self.types.insert(name, id);
    }

    pub(super) fn type_of(&mut self, name: &TypeName) -> Option<Type> {
        Some(match name {
            TypeName::Bit | TypeName::Bool => Type::Bit,
            TypeName::Byte => Type::Byte,
            TypeName::Pid => Type::Pid,
            TypeName::Short => Type::Short,
            TypeName::Int => Type::Int,
            TypeName::Unsigned => Type::Unsigned(0),
            TypeName::Chan => Type::Chan,
            TypeName::Mtype(None) => Type::Mtype(MtypeId(0)),
            TypeName::Mtype(Some(subtype)) => {
                let known = self
                    .out
                    .mtypes
                    .enumerate()
                    .find(|(_, mtype)| mtype.name.as_ref() == Some(&subtype.name));
                match known {
                    Some((id, _)) => Type::Mtype(id),
                    None => {
                        let names = self.out.mtypes.iter().filter_map(|m| m.name.clone()).collect();
                        self.undeclared("mtype", subtype, names);
                        return None;
                    }
                }
            }
            TypeName::User(name) => match self.types.get(&name.name) {
                Some(id) => Type::Record(*id),
                None => {
                    let names = self.types.keys().cloned().collect();
                    self.undeclared("type", name, names);
                    return None;
                }
            },
        })
    }

    fn with_bits(&mut self, ty: Type, declarator: &Declarator) -> Type {
        let span = declarator.name.span;
        match (ty, declarator.bits) {
            (Type::Unsigned(_), Some(bits)) => {
                if !(1..=32).contains(&bits.value) {
                    self.error("an unsigned has 1 to 32 bits", bits.span);
                }
                Type::Unsigned(bits.value.clamp(1, 32) as u8)
            }
            (Type::Unsigned(_), None) => {
                let problem = Diagnostic::error("the number of bits is missing", span);
                let name = &declarator.name.name;
                self.diagnostics.push(problem.help(format!("write `unsigned {name} : 5`")));
                Type::Unsigned(8)
            }
            (_, Some(bits)) => {
                self.diagnostics.warning("only an unsigned has a number of bits", bits.span);
                ty
            }
            (_, None) => ty,
        }
    }

    fn array_length(&mut self, declarator: &Declarator) -> Option<u32> {
        let length = declarator.array.as_ref()?;
        let value = self.constant_or_initial(length, "the length of an array")?;
        match u32::try_from(value) {
            Ok(value) if (1..=MOST_CELLS).contains(&value) => Some(value),
            _ => {
                self.error(format!("an array cannot have the length {value}"), length.span);
                Some(1)
            }
        }
    }

    pub(super) fn parameters(&mut self, declaration: &Declaration) {
        let Some(ty) = self.type_of(&declaration.type_name) else { return };
        for declarator in &declaration.variables {
            if let Some(array) = &declarator.array {
                self.error("an array cannot be a parameter", array.span);
            }
            if declarator.initial.is_some() {
                self.error("a parameter has no initial value", declarator.span);
            }
            if matches!(ty, Type::Record(_)) {
                self.error("a record cannot be a parameter", declarator.span);
            }
            let ty = self.with_bits(ty, declarator);
            if let Some(id) = self.declare(declarator, ty, None, declaration.visibility)
                && let Some(process) = self.process
            {
                self.out.variables[id].parameter = true;
                self.out.processes[process].parameters.push(id);
            }
        }
    }

    pub(super) fn declaration(&mut self, declaration: &Declaration) {
        let Some(ty) = self.type_of(&declaration.type_name) else {
            // Still declare the names: complaints about their uses would not help.
            for declarator in &declaration.variables {
                self.declare(declarator, Type::Int, None, declaration.visibility);
            }
            return;
        };
        if declaration.visibility == Some(Visibility::Hidden) && self.place != Place::Global {
            self.error("only a global variable can be hidden", declaration.span);
        }
        for declarator in &declaration.variables {
            let ty = self.with_bits(ty, declarator);
            let array = self.array_length(declarator);
            let mut channel = None;
            let mut constant = None;
            if let Some(initial) = &declarator.initial {
                let late = !self.at_head && self.place != Place::Global;
                if late && !matches!(initial, Initial::Value(_)) {
                    let text = "channels and lists are made before the first statement only";
                    self.error(text, declarator.span);
                }
                channel = self.initial(initial, ty, array);
                if let Initial::Value(value) = initial {
                    constant = self.constant(value);
                }
            }
            if let Some(id) = self.declare(declarator, ty, array, declaration.visibility) {
                self.out.variables[id].channel = channel;
                self.out.variables[id].constant = constant;
                let cells = self.cells(ty).saturating_mul(array.unwrap_or(1));
                let before = self.all_cells;
                self.all_cells = before.saturating_add(cells);
                if cells > MOST_CELLS {
                    self.error("this variable is too large", declarator.span);
                } else if before <= MOST_CELLS_IN_ALL && self.all_cells > MOST_CELLS_IN_ALL {
                    self.error("with this variable there is too much data", declarator.span);
                }
            }
        }
    }

    fn cells(&self, ty: Type) -> u32 {
        match ty {
            Type::Record(id) => self.out.records[id].cells,
            _ => 1,
        }
    }

    fn declare(
        &mut self,
        declarator: &Declarator,
        ty: Type,
        array: Option<u32>,
        visibility: Option<Visibility>,
    ) -> Option<VarId> {
        let name = &declarator.name;
        // Models that read from a terminal declare its channel themselves.
        if special(&name.name) == Some(Special::Stdin) {
            return None;
        }
        if special(&name.name).is_some() {
            self.error(format!("`{}` is predefined", name.name), name.span);
            return None;
        }
        if self.constants.contains_key(&name.name) {
            let text = format!("`{}` is an mtype name already", name.name);
            self.error(text, name.span);
            return None;
        }
        if self.process.is_none() && self.process_names.contains_key(&name.name) {
            let text = format!("`{}` is a proctype already", name.name);
            self.error(text, name.span);
            return None;
        }
        if let Some(old) = self.find(&name.name) {
            let first = self.out.variables[old].span;
            let problem =
                Diagnostic::error(format!("`{}` is declared twice", name.name), name.span)
                    .related(first, "it is declared here, and still known below")
                    .help("SPIN has no variables that hide others: use another name");
            self.diagnostics.push(problem);
        }
        let id = self.out.variables.push(Variable {
            name: name.name.clone(),
            ty,
            array,
            visibility,
            process: self.process,
            parameter: false,
            span: name.span,
            channel: None,
            constant: None,
        });
        self.out.declared[declarator.id] = Some(id);
        if let Some(process) = self.process {
            self.out.processes[process].variables.push(id);
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.name.clone(), id);
        }
        Some(id)
    }

    /// Checks an initial value; returns what kind of channel it makes, if it does.
    fn initial(&mut self, initial: &Initial, ty: Type, array: Option<u32>) -> Option<ChannelType> {
        match initial {
            Initial::Value(value) => {
                self.value(value);
                if matches!(ty, Type::Record(_)) {
                    self.error("a record has no initial value of its own", value.span);
                }
                if ty == Type::Chan && self.constant(value).is_some() {
                    self.error("a number cannot be a channel", value.span);
                }
                self.no_run(value, "an initial value");
                None
            }
            Initial::List(values, span) => {
                match array {
                    None => self.error("only an array takes a list of values", *span),
                    Some(length) if values.len() > length as usize => {
                        let text = format!("{} values for {length} elements", values.len());
                        self.diagnostics.warning(text, *span);
                    }
                    Some(_) => {}
                }
                for value in values {
                    if self.constant(value).is_none() {
                        self.error("a list of values holds constants only", value.span);
                    } else {
                        self.value(value);
                    }
                }
                None
            }
            Initial::Channel(channel) => {
                if ty != Type::Chan {
                    self.error("only a chan is made this way", channel.span);
                }
                let capacity = match self.constant(&channel.capacity) {
                    Some(capacity) if (0..=255).contains(&capacity) => capacity as u32,
                    Some(capacity) => {
                        let text = format!("a channel cannot have the capacity {capacity}");
                        let problem = Diagnostic::error(text, channel.capacity.span);
                        self.diagnostics.push(problem.help("SPIN allows 0 to 255 messages"));
                        1
                    }
                    None => {
                        self.error("a capacity must be a constant", channel.capacity.span);
                        1
                    }
                };
                let mut fields = Vec::new();
                for field in &channel.fields {
                    match self.type_of(field) {
                        Some(Type::Unsigned(_)) => {
                            self.error("unsigned cannot be a message field", channel.span);
                        }
                        Some(ty) => self.flatten(ty, &mut fields),
                        None => {}
                    }
                }
                if fields.len() > MOST_FIELDS {
                    let text = format!("messages have {MOST_FIELDS} fields at most");
                    self.error(text, channel.span);
                    fields.truncate(MOST_FIELDS);
                }
                let record = match channel.fields.as_slice() {
                    [TypeName::User(name)] => self.types.get(&name.name).copied(),
                    _ => None,
                };
                Some(ChannelType { capacity, fields, record })
            }
        }
    }

    /// The scalar types that a type is made of, in order.
    pub(super) fn flatten(&self, ty: Type, out: &mut Vec<Type>) {
        let Type::Record(id) = ty else { return out.push(ty) };
        for field in &self.out.records[id].fields {
            for _ in 0..field.array.unwrap_or(1) {
                if out.len() > MOST_FIELDS {
                    return;
                }
                self.flatten(field.ty, out);
            }
        }
    }
}

pub(super) fn special(name: &str) -> Option<Special> {
    Some(match name {
        "_" => Special::Scratch,
        "_pid" => Special::Pid,
        "_nr_pr" => Special::ProcessCount,
        "_last" => Special::Last,
        "_priority" => Special::Priority,
        "STDIN" => Special::Stdin,
        _ => return None,
    })
}
