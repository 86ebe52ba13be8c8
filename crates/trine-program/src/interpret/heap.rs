//! Objects: what they hold, and which references are the same.

use super::block::Block;
use super::state::State;
use super::value::{ObjectId, Value};
use super::{Machine, Stop};
use crate::program::*;

/// Something with identity that the execution made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// The fields of its class in the order of [`Machine::layout`]. `raised`: an error that an instruction raised.
    Object { class: ClassId, fields: Vec<Value>, raised: bool },
    /// `volatile`: it belongs to a field whose elements do not race.
    Array { element: Type, of: ElementType, items: Vec<Value>, volatile: bool },
    /// A boxed number of which its class does not keep the one box.
    Box(ClassId, i64),
    /// Text that was made.
    Text(String),
    /// Memory that pointers point into.
    Block(Block),
}

impl Cell {
    /// What it refers to, and all other values in it.
    pub fn values(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        match self {
            Cell::Object { fields: values, .. } | Cell::Array { items: values, .. } => {
                Box::new(values.iter().copied())
            }
            Cell::Block(block) => Box::new(block.values()),
            Cell::Box(..) | Cell::Text(_) => Box::new(std::iter::empty()),
        }
    }
}

/// A place of the heap that threads can share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    Static(FieldId),
    Field(ObjectId, FieldId),
    Element(ObjectId, usize),
    /// From this byte on, so many.
    Memory(ObjectId, u64, u64),
}

impl Place {
    /// Whether both have a part in common.
    pub fn overlaps(self, other: Place) -> bool {
        match (self, other) {
            (Place::Memory(one, at, bytes), Place::Memory(two, other, more)) => {
                one == two && at < other + more && other < at + bytes
            }
            _ => self == other,
        }
    }
}

/// Why there is no place.
pub enum NoPlace {
    Null,
    /// The index, and the length of the array.
    Outside(i64, i64),
    Memory(MemoryError),
    Stop(Stop),
}

impl Machine<'_> {
    /// A fresh object: all fields hold zero.
    pub fn new_object(&self, state: &mut State, class: ClassId, raised: bool) -> Value {
        let layout = self.layout(class);
        let fields =
            layout.iter().map(|field| Value::zero(self.program.fields[*field].ty)).collect();
        state.add(Cell::Object { class, fields, raised })
    }

    /// The instance fields of a class: those that it inherits first.
    pub fn layout(&self, class: ClassId) -> std::rc::Rc<Vec<FieldId>> {
        if let Some(known) = self.layouts.borrow().get(&class) {
            return known.clone();
        }
        let mut fields = Vec::new();
        let mut chain = vec![class];
        while let Some(parent) =
            chain.last().and_then(|of| self.program.classes[*of].parents.first())
        {
            chain.push(*parent);
        }
        for class in chain.into_iter().rev() {
            let own = self.program.classes[class].fields.iter().copied();
            fields.extend(own.filter(|field| !self.program.fields[*field].is_static));
        }
        let fields = std::rc::Rc::new(fields);
        self.layouts.borrow_mut().insert(class, fields.clone());
        fields
    }

    /// The place that an access is about, its operands given.
    pub fn place(
        &self,
        state: &State,
        access: Access,
        operands: &[Value],
    ) -> Result<Place, NoPlace> {
        let unknown = || NoPlace::Stop(Stop::unmodelled("an object that is not known is used"));
        let object = match access {
            Access::Static(field) => return Ok(Place::Static(field)),
            Access::Memory { unit, .. } => {
                let pointer = operands.first().copied().unwrap_or(Value::Undefined);
                let (block, at) = self.locate(state, pointer, unit.bytes.into())?;
                return Ok(Place::Memory(block, at, unit.bytes.into()));
            }
            Access::Field(..) | Access::Element(..) => match operands.first() {
                Some(Value::Object(object)) => *object,
                Some(Value::Null) => return Err(NoPlace::Null),
                _ => return Err(unknown()),
            },
        };
        match (access, state.cell(object)) {
            (Access::Field(_, field), Cell::Object { class, .. }) => {
                match self.layout(*class).contains(&field) {
                    true => Ok(Place::Field(object, field)),
                    false => Err(unknown()),
                }
            }
            (Access::Element(..), Cell::Array { items, .. }) => match operands.get(1) {
                Some(Value::Int(index)) => match usize::try_from(*index) {
                    Ok(at) if at < items.len() => Ok(Place::Element(object, at)),
                    _ => Err(NoPlace::Outside(*index, items.len() as i64)),
                },
                _ => Err(NoPlace::Stop(Stop::unmodelled("an index is not known"))),
            },
            _ => Err(NoPlace::Stop(Stop::unmodelled("an object is used as an array"))),
        }
    }

    /// The value at a place. A static field that was never written has its first value.
    pub fn read(&self, state: &State, place: Place) -> Value {
        match place {
            Place::Static(field) => match state.statics.get(&field) {
                Some(value) => *value,
                None => self.first_value(field),
            },
            Place::Field(object, field) => match state.cell(object) {
                Cell::Object { class, fields, .. } => fields[self.offset(*class, field)],
                _ => Value::Unknown,
            },
            Place::Element(object, at) => match state.cell(object) {
                Cell::Array { items, .. } => items[at],
                _ => Value::Unknown,
            },
            Place::Memory(..) => {
                trine_base::cannot_happen!("memory is read without saying as what")
            }
        }
    }

    /// What is at the place of an access.
    pub fn read_as(&self, state: &State, access: Access, place: Place) -> Value {
        match (access, place) {
            (Access::Memory { unit, .. }, Place::Memory(block, at, _)) => match state.cell(block) {
                Cell::Block(block) => block.read(at, unit),
                _ => Value::Unknown,
            },
            _ => self.read(state, place),
        }
    }

    /// Writes a value at a place, cut to the type of a field.
    pub fn write(&self, state: &mut State, place: Place, value: Value) {
        match place {
            Place::Static(field) => {
                let value = value.kept_as(self.program.fields[field].ty);
                let statics = std::rc::Rc::make_mut(&mut state.statics);
                match value == self.first_value(field) {
                    true => statics.remove(&field),
                    false => statics.insert(field, value),
                };
                self.own_elements(state, field, value);
            }
            Place::Field(object, field) => {
                let value = value.kept_as(self.program.fields[field].ty);
                if let Cell::Object { class, .. } = state.cell(object) {
                    let at = self.offset(*class, field);
                    if let Cell::Object { fields, .. } = state.cell_mut(object) {
                        fields[at] = value;
                    }
                }
                self.own_elements(state, field, value);
            }
            Place::Element(object, at) => {
                if let Cell::Array { element, items, .. } = state.cell_mut(object) {
                    items[at] = value.kept_as(*element);
                }
            }
            Place::Memory(..) => {
                trine_base::cannot_happen!("memory is written without saying as what")
            }
        }
    }

    /// The elements of an array that belongs to a field are as volatile as the field says.
    fn own_elements(&self, state: &mut State, field: FieldId, value: Value) {
        if let (true, Value::Object(array)) = (self.program.fields[field].volatile_elements, value)
            && let Cell::Array { volatile, .. } = state.cell_mut(array)
        {
            *volatile = true;
        }
    }

    /// What a static field holds before anything runs.
    fn first_value(&self, field: FieldId) -> Value {
        let field = &self.program.fields[field];
        match field.constant {
            Some(Operand::Int(number)) => Value::Int(number),
            Some(Operand::Float(bits)) => Value::Float(bits),
            _ => Value::zero(field.ty),
        }
    }

    fn offset(&self, class: ClassId, field: FieldId) -> usize {
        let layout = self.layout(class);
        let found = layout.iter().position(|known| *known == field);
        found.unwrap_or_else(|| trine_base::cannot_happen!("{field} is not a field of {class}"))
    }

    /// Whether accesses to a place never race.
    pub fn is_volatile(&self, state: &State, place: Place) -> bool {
        match place {
            Place::Static(field) | Place::Field(_, field) => self.program.fields[field].volatile,
            Place::Element(array, _) => {
                matches!(state.cell(array), Cell::Array { volatile: true, .. })
            }
            // Which accesses are atomic, they say.
            Place::Memory(..) => false,
        }
    }

    /// The class of what a reference refers to; none where that is not known.
    pub fn class_of(&self, state: &State, value: Value) -> Option<ClassId> {
        let roles = &self.program.roles;
        match value {
            Value::Object(object) => match state.cell(object) {
                Cell::Object { class, .. } | Cell::Box(class, _) => Some(*class),
                Cell::Array { .. } => roles.object,
                Cell::Text(_) => roles.string,
                Cell::Block(_) => None,
            },
            Value::String(_) => roles.string,
            Value::Boxed(class, _) => Some(class),
            Value::Class(class) => roles.class.or(roles.object).or(Some(class)),
            _ => None,
        }
    }

    /// Whether a class is another one, or inherits from it.
    pub fn is_a(&self, class: ClassId, wanted: ClassId) -> bool {
        let parents = &self.program.classes[class].parents;
        class == wanted || parents.iter().any(|parent| self.is_a(*parent, wanted))
    }

    /// Whether a reference is to one of these; null is not. None: not known.
    pub fn is_instance(&self, state: &State, value: Value, class: ClassId) -> Option<bool> {
        match value {
            Value::Null => Some(false),
            value => self.class_of(state, value).map(|own| self.is_a(own, class)),
        }
    }

    /// Whether an array takes a reference. None: not known.
    pub fn takes(&self, state: &State, of: ElementType, value: Value) -> Option<bool> {
        match (of, value) {
            (ElementType::Any, _) | (_, Value::Null) => Some(true),
            (ElementType::Array, Value::Object(object)) => {
                Some(matches!(state.cell(object), Cell::Array { .. }))
            }
            (_, Value::Unknown) => None,
            (ElementType::ArrayOf(class), Value::Object(object)) => match state.cell(object) {
                Cell::Array { element: Type::Reference, of: ElementType::Class(own), .. } => {
                    Some(self.is_a(*own, class))
                }
                // Library models make arrays of objects where the library makes what it is given.
                Cell::Array { element: Type::Reference, of: ElementType::Any, .. } => None,
                _ => Some(false),
            },
            (ElementType::ArrayOfValues(of), Value::Object(object)) => {
                Some(matches!(state.cell(object), Cell::Array { element, .. } if *element == of))
            }
            (ElementType::Array | ElementType::ArrayOf(_) | ElementType::ArrayOfValues(_), _) => {
                Some(false)
            }
            (ElementType::Class(class), value) => self.is_instance(state, value, class),
        }
    }

    /// The text of a string.
    pub fn text_of(&self, state: &State, value: Value) -> Option<String> {
        match value {
            Value::String(string) => Some(self.program.strings[string].clone()),
            Value::Object(object) => match state.cell(object) {
                Cell::Text(text) => Some(text.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether two references are to one object. None: two strings with the same text, at least one of them made
    /// by the execution: the library may or may not have handed out the same one.
    pub fn same_reference(&self, state: &State, left: Value, right: Value) -> Option<bool> {
        if !left.is_known() || !right.is_known() {
            return None;
        }
        if left == right {
            return Some(true);
        }
        let constants = matches!((left, right), (Value::String(_), Value::String(_)));
        match (self.text_of(state, left), self.text_of(state, right)) {
            (Some(left), Some(right)) if left == right => constants.then_some(true),
            _ => Some(false),
        }
    }
}
