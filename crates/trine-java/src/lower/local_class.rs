//! Classes that are declared inside methods, with the variables they capture.

use tree_sitter::Node;
use trine_program::*;

use super::{Binding, Body};
use crate::declare::{
    Shape, Surroundings, add_made_field, add_shape, assign_selectors, blank, declare_class,
    declare_members, declare_nested, find_overloads, resolve_headers, set_parents,
    synthesize_members,
};
use crate::lower::lower_class;
use crate::types::Ty;
use crate::world::{Capture, ClassKind, MethodKind};

impl<'t> Body<'_, 't> {
    /// `class C { … }` as a statement.
    pub fn local_class(&mut self, node: Node<'t>) {
        if self.dry {
            return;
        }
        let around = Surroundings {
            local_classes: self.local_classes.clone(),
            type_vars: self.type_vars.clone(),
            is_static: self.this.is_none(),
            local: true,
        };
        let first = self.world.classes.len();
        let Some(class) = declare_class(self.world, self.unit, Some(self.class), node, &around)
        else {
            self.odd(node);
            return;
        };
        self.local_classes.push((self.world.classes[class].simple.clone(), class));
        let made: Vec<ClassId> =
            (first..self.world.classes.len()).map(|at| ClassId(at as u32)).collect();
        resolve_headers(self.world, &made);
        // Local records, enums and interfaces see no variables of the method.
        if self.world.classes[class].kind == ClassKind::Class {
            self.keep_captures(class, node);
        }
        self.finish_classes(&made);
    }

    /// The class of `new T() { … }`. `parent` is None where T is unknown.
    pub fn anonymous_class(
        &mut self,
        node: Node<'t>,
        body: Node<'t>,
        parent: Option<Ty>,
    ) -> ClassId {
        let of = parent.as_ref().and_then(|ty| self.world.class_of(ty));
        let what = of.map_or_else(
            || "Anonymous".to_string(),
            |class| self.world.program.classes[class].name.clone(),
        );
        let name = self.world.made_name(&what, self.unit, node);
        let mut info = blank(self.unit, node, Some(body), &name, &name, ClassKind::Class);
        info.outer = Some(self.class);
        info.is_static = self.this.is_none();
        info.anonymous = true;
        info.is_final = true;
        info.local_classes = self.local_classes.clone();
        info.type_vars = self.type_vars.clone();
        if let (Some(of), Some(ty)) = (of, parent) {
            if self.world.classes[of].kind == ClassKind::Interface {
                info.interfaces = vec![ty];
            } else {
                info.superclass = Some(ty);
            }
        }
        let class = Class {
            name,
            parents: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            initializer: None,
            library: self.world.units[self.unit].library,
            span: Some(self.world.span(self.unit, node)),
        };
        let first = self.world.classes.len();
        let class = self.world.add_class(class, info);
        set_parents(self.world, class);
        declare_nested(self.world, self.unit, class, Some(body));
        let made: Vec<ClassId> =
            (first..self.world.classes.len()).map(|at| ClassId(at as u32)).collect();
        resolve_headers(self.world, &made[1..]);
        self.keep_captures(class, body);
        self.pass_on_constructors(class);
        self.finish_classes(&made);
        class
    }

    /// Fields for the variables of this method that the class uses.
    fn keep_captures(&mut self, class: ClassId, node: Node<'t>) {
        let captured: Vec<Binding> = self.captured(node);
        for binding in captured {
            let name = format!("val${}", binding.name);
            let field = add_made_field(self.world, class, &name, binding.ty.clone());
            let capture = Capture { name: binding.name, field, ty: binding.ty };
            self.world.classes[class].captures.push(capture);
        }
    }

    /// An anonymous class has the constructors of its superclass.
    fn pass_on_constructors(&mut self, class: ClassId) {
        let parent = self.world.classes[class].superclass.clone();
        let inherited = match parent.as_ref().and_then(|ty| self.world.class_of(ty)) {
            Some(parent) => self.world.classes[parent].constructors.clone(),
            None => Vec::new(),
        };
        let span = self.world.program.classes[class].span;
        if inherited.is_empty() {
            let shape = Shape::new("<init>", MethodKind::Constructor);
            let id = add_shape(self.world, class, shape, false, span);
            self.world.classes[class].constructors.push(id);
        }
        for constructor in inherited {
            let info = self.world.methods[constructor].clone();
            let mut shape = Shape::new("<init>", MethodKind::Constructor);
            shape.params = match &parent {
                Some(parent) => {
                    let owner = self.world.program.methods[constructor].class;
                    info.params.iter().map(|ty| self.seen_from(parent, owner, ty)).collect()
                }
                None => info.params,
            };
            shape.names = info.names;
            shape.varargs = info.varargs;
            shape.type_vars = info.type_vars;
            let id = add_shape(self.world, class, shape, false, span);
            self.world.classes[class].constructors.push(id);
        }
    }

    fn finish_classes(&mut self, made: &[ClassId]) {
        for class in made {
            declare_members(self.world, *class);
            synthesize_members(self.world, *class);
        }
        find_overloads(self.world, made);
        assign_selectors(self.world, made);
        for class in made {
            lower_class(self.world, *class, self.depth);
        }
    }
}
