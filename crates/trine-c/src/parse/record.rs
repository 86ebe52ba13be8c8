//! Specifiers of declarations (C11 6.7.1 to 6.7.5): storage, keywords of types, records, enumerations, `typeof`.

use super::{Parsed, Parser};
use crate::preprocess::Kind;
use crate::syntax::*;

/// How often each keyword of a type was there.
#[derive(Default)]
struct Words {
    void: u8,
    boolean: u8,
    char: u8,
    short: u8,
    int: u8,
    long: u8,
    float: u8,
    double: u8,
    signed: u8,
    unsigned: u8,
    complex: bool,
    other: Option<&'static str>,
}

impl Words {
    fn any(&self) -> bool {
        let counts = [
            self.void,
            self.boolean,
            self.char,
            self.short,
            self.int,
            self.long,
            self.float,
            self.double,
        ];
        counts.iter().any(|count| *count > 0)
            || self.signed > 0
            || self.unsigned > 0
            || self.complex
            || self.other.is_some()
    }

    fn take(&mut self, word: &str) -> bool {
        let count = match word {
            "void" => &mut self.void,
            "_Bool" => &mut self.boolean,
            "char" => &mut self.char,
            "short" => &mut self.short,
            "int" => &mut self.int,
            "long" => &mut self.long,
            "float" | "_Float32" => &mut self.float,
            "double" | "_Float64" | "_Float32x" => &mut self.double,
            "signed" | "__signed__" | "__signed" => &mut self.signed,
            "unsigned" => &mut self.unsigned,
            "_Complex" | "__complex__" => {
                self.complex = true;
                return true;
            }
            "__int128" | "__int128_t" | "__uint128_t" => {
                self.other = Some("__int128");
                return true;
            }
            "_Float128" | "__float128" | "_Float64x" => {
                self.other = Some("_Float128");
                return true;
            }
            "_Float16" | "_Decimal32" | "_Decimal64" | "_Decimal128" => {
                self.other = Some("_Decimal64");
                return true;
            }
            _ => return false,
        };
        *count = count.saturating_add(1);
        true
    }

    fn ty(&self) -> TypeSpecifier {
        if let Some(other) = self.other {
            return TypeSpecifier::Unmodelled(other);
        }
        if self.complex {
            return TypeSpecifier::Unmodelled("_Complex");
        }
        let unsigned = self.unsigned > 0;
        TypeSpecifier::Basic(match self {
            _ if self.void > 0 => Basic::Void,
            _ if self.boolean > 0 => Basic::Bool,
            _ if self.char > 0 && unsigned => Basic::UnsignedChar,
            _ if self.char > 0 && self.signed > 0 => Basic::SignedChar,
            _ if self.char > 0 => Basic::Char,
            _ if self.short > 0 && unsigned => Basic::UnsignedShort,
            _ if self.short > 0 => Basic::Short,
            _ if self.float > 0 => Basic::Float,
            _ if self.double > 0 && self.long > 0 => Basic::LongDouble,
            _ if self.double > 0 => Basic::Double,
            _ if self.long > 1 && unsigned => Basic::UnsignedLongLong,
            _ if self.long > 1 => Basic::LongLong,
            _ if self.long > 0 && unsigned => Basic::UnsignedLong,
            _ if self.long > 0 => Basic::Long,
            _ if unsigned => Basic::UnsignedInt,
            _ => Basic::Int,
        })
    }
}

impl Parser<'_> {
    /// Whether a declaration starts here.
    pub(super) fn starts_declaration(&self) -> bool {
        let Some(token) = self.token(0) else { return false };
        if token.kind != Kind::Identifier {
            return false;
        }
        match &*token.text {
            "__extension__" => {
                let next = self.text(1);
                is_specifier(next) || self.is_type(next)
            }
            "_Static_assert" | "__label__" => true,
            text if is_specifier(text) => true,
            text => self.is_type(text) && self.text(1) != ":",
        }
    }

    /// Whether the name of a type starts here, as behind the parenthesis of a cast.
    pub(super) fn starts_type_name(&self, ahead: usize) -> bool {
        let text = self.text(ahead);
        (is_specifier(text)
            || self.is_type(text)
            || text == "__extension__" && is_specifier(self.text(ahead + 1)))
            && !matches!(text, "static" | "extern" | "typedef" | "auto" | "register")
    }

    /// Storage, qualifiers and type. Outside of functions the type may be left out.
    pub(super) fn specifiers(&mut self, outermost: bool) -> Parsed<Specifiers> {
        let start = self.span();
        let mut specifiers = Specifiers::plain(TypeSpecifier::Implicit, start);
        let mut words = Words::default();
        let mut ty: Option<TypeSpecifier> = None;
        loop {
            let text = self.text(0);
            let free = ty.is_none() && !words.any();
            if words.take(text) {
                self.at += 1;
            } else if self.is_attribute() {
                let mut attributes = std::mem::take(&mut specifiers.attributes);
                self.attributes(&mut attributes)?;
                specifiers.attributes = attributes;
            } else if self.storage_or_qualifier(&mut specifiers, &mut ty)? {
            } else if matches!(text, "struct" | "union") {
                ty = Some(self.record()?);
            } else if text == "enum" {
                ty = Some(self.enumeration()?);
            } else if matches!(text, "typeof" | "__typeof__" | "__typeof") {
                ty = Some(self.type_of()?);
            } else if text == "__auto_type" {
                self.at += 1;
                ty = Some(TypeSpecifier::Auto);
            } else if text == "__builtin_va_list" {
                self.at += 1;
                ty = Some(TypeSpecifier::VaList);
            } else if free && self.is_identifier() && self.is_type(text) {
                let (name, span) = self.identifier()?;
                ty = Some(TypeSpecifier::Typedef(name, span));
            } else {
                break;
            }
        }
        let is_implicit = ty.is_none() && !words.any();
        if is_implicit
            && self.is_identifier()
            && !matches!(self.text(1), "(" | "," | ";" | "=" | "[" | ")")
        {
            let name = self.text(0).to_string();
            return Err(self.fail(format!("there is no type `{name}`")));
        }
        if is_implicit && !outermost && !self.is_identifier() && !self.is("*") && !self.is("(") {
            return Err(self.fail("a type is expected here"));
        }
        specifiers.ty = match ty {
            Some(ty) => ty,
            None if words.any() => words.ty(),
            None => TypeSpecifier::Implicit,
        };
        specifiers.span = start.to(self.last_span());
        Ok(specifiers)
    }

    fn storage_or_qualifier(
        &mut self,
        specifiers: &mut Specifiers,
        ty: &mut Option<TypeSpecifier>,
    ) -> Parsed<bool> {
        match self.text(0) {
            "typedef" => specifiers.storage = Storage::Typedef,
            "extern" => specifiers.storage = Storage::Extern,
            "static" => specifiers.storage = Storage::Static,
            "auto" => specifiers.storage = Storage::Auto,
            "register" => specifiers.storage = Storage::Register,
            "_Thread_local" | "__thread" => specifiers.thread_local = true,
            "inline" | "__inline" | "__inline__" => specifiers.inline = true,
            "_Noreturn" => specifiers.attributes.noreturn = true,
            "__extension__" => {}
            "_Atomic" if self.text(1) == "(" => {
                self.at += 2;
                let inner = self.type_name()?;
                self.expect(")")?;
                specifiers.qualifiers.atomic = true;
                *ty = Some(TypeSpecifier::TypeofType(Box::new(inner)));
                return Ok(true);
            }
            "_Alignas" => {
                self.at += 1;
                self.expect("(")?;
                specifiers.alignment = Some(Box::new(match self.starts_type_name(0) {
                    true => Alignment::Type(self.type_name()?),
                    false => Alignment::Value(self.conditional()?),
                }));
                self.expect(")")?;
                return Ok(true);
            }
            _ => return Ok(self.qualifier(&mut specifiers.qualifiers)),
        }
        self.at += 1;
        Ok(true)
    }

    pub(super) fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        match self.text(0) {
            "const" | "__const" | "__const__" => qualifiers.is_const = true,
            "volatile" | "__volatile__" | "__volatile" => qualifiers.volatile = true,
            "restrict" | "__restrict" | "__restrict__" => {}
            "_Atomic" => qualifiers.atomic = true,
            _ => return false,
        }
        self.at += 1;
        true
    }

    fn type_of(&mut self) -> Parsed<TypeSpecifier> {
        self.at += 1;
        self.expect("(")?;
        let ty = match self.starts_type_name(0) {
            true => TypeSpecifier::TypeofType(Box::new(self.type_name()?)),
            false => TypeSpecifier::TypeofExpr(Box::new(self.expression()?)),
        };
        self.expect(")")?;
        Ok(ty)
    }

    fn record(&mut self) -> Parsed<TypeSpecifier> {
        let union = self.is("union");
        self.at += 1;
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let tag = match self.is_identifier() {
            true => Some(self.identifier()?.0),
            false => None,
        };
        let (mut members, mut widths) = (None, Vec::new());
        if self.take("{") {
            members = Some(self.deeper(|parser| parser.members(&mut widths))?);
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            return Err(self.fail("a name or `{` is expected here"));
        }
        let specifier = RecordSpecifier { union, tag, members, widths, attributes };
        Ok(TypeSpecifier::Record(Box::new(specifier)))
    }

    fn members(&mut self, widths: &mut Vec<Option<Expr>>) -> Parsed<Vec<Declaration>> {
        let mut members = Vec::new();
        while !self.take("}") {
            if self.take(";") {
                continue;
            }
            if matches!(self.text(0), "_Static_assert") {
                self.declaration()?;
                continue;
            }
            let start = self.span();
            let specifiers = self.specifiers(false)?;
            let mut declarators = Vec::new();
            while !self.is(";") {
                let mut declarator = match self.is(":") {
                    true => Declarator::unnamed(self.span()),
                    false => self.declarator()?,
                };
                let width = match self.take(":") {
                    true => Some(self.conditional()?),
                    false => None,
                };
                let mut attributes = std::mem::take(&mut declarator.attributes);
                self.attributes(&mut attributes)?;
                declarator.attributes = attributes;
                widths.push(width);
                declarators.push(InitDeclarator { declarator, initializer: None });
                if !self.take(",") {
                    break;
                }
            }
            // The last semicolon may be missing (GNU).
            if !self.is("}") {
                self.expect(";")?;
            }
            let span = start.to(self.last_span());
            members.push(Declaration { specifiers, declarators, assertion: None, span });
        }
        Ok(members)
    }

    fn enumeration(&mut self) -> Parsed<TypeSpecifier> {
        self.at += 1;
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let tag = match self.is_identifier() {
            true => Some(self.identifier()?.0),
            false => None,
        };
        let mut enumerators = None;
        if self.take("{") {
            let mut list = Vec::new();
            while !self.is("}") {
                let (name, span) = self.identifier()?;
                let mut ignored = Attributes::default();
                self.attributes(&mut ignored)?;
                let value = match self.take("=") {
                    true => Some(self.conditional()?),
                    false => None,
                };
                self.declare(&name, false);
                list.push((name, value, span));
                if !self.take(",") {
                    break;
                }
            }
            self.expect("}")?;
            self.attributes(&mut attributes)?;
            enumerators = Some(list);
        } else if tag.is_none() {
            return Err(self.fail("a name or `{` is expected here"));
        }
        Ok(TypeSpecifier::Enum(Box::new(EnumSpecifier { tag, enumerators, attributes })))
    }
}

/// Words that a declaration can start with.
fn is_specifier(text: &str) -> bool {
    matches!(
        text,
        "typedef"
            | "extern"
            | "static"
            | "auto"
            | "register"
            | "_Thread_local"
            | "__thread"
            | "inline"
            | "__inline"
            | "__inline__"
            | "_Noreturn"
            | "_Alignas"
            | "_Atomic"
            | "const"
            | "__const"
            | "__const__"
            | "volatile"
            | "__volatile__"
            | "__volatile"
            | "restrict"
            | "__restrict"
            | "__restrict__"
            | "void"
            | "_Bool"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "__signed__"
            | "__signed"
            | "unsigned"
            | "_Complex"
            | "__complex__"
            | "__int128"
            | "__int128_t"
            | "__uint128_t"
            | "_Float128"
            | "__float128"
            | "_Float64"
            | "_Float32"
            | "_Float64x"
            | "_Float32x"
            | "_Float16"
            | "_Decimal32"
            | "_Decimal64"
            | "_Decimal128"
            | "struct"
            | "union"
            | "enum"
            | "typeof"
            | "__typeof__"
            | "__typeof"
            | "__auto_type"
            | "__builtin_va_list"
            | "__attribute__"
            | "__attribute"
    )
}
