//! Which moments an event pattern means, and under which condition.

use trine_base::{Id, SourceMap};
use trine_system::{Expr, Place, Root, System, TemplateId, Type};

use super::happen::{Field, Meeting, Moment, What};
use super::names::{
    Fit, caller_fits, channel_fits, equals, holds, known_as, means, number, place_fits,
    process_fits, same,
};
use crate::ast::{
    Action, Index, LabelPattern, Operand, Path, Pattern, PatternKind, Segment, SegmentName, Value,
};

/// What patterns are matched against.
#[derive(Clone, Copy)]
pub struct MatchContext<'a> {
    pub system: &'a System,
    pub sources: &'a SourceMap,
    pub moments: &'a [Moment],
}

/// A field of a message that has to be looked at, although the program does not.
pub type Peek = (usize, trine_system::Type);

/// What a pattern says of a moment: where it fits, and what that takes.
pub struct Match {
    pub fit: Fit,
    pub needs: Needs,
}

/// What has to be known to tell whether a pattern fits.
#[derive(Default)]
pub struct Needs {
    /// Fields of the message that have to be looked at.
    pub peeks: Vec<Peek>,
    /// Something that cannot be told, and why.
    pub unclear: Option<&'static str>,
}

/// Reads a field that the program does not keep: the condition mentions it by this local.
pub type PeekAt<'p> = &'p dyn Fn(usize) -> Expr;

impl MatchContext<'_> {
    /// Where a pattern fits a moment.
    pub fn fit(&self, pattern: &Pattern, moment: &Moment, peek: PeekAt<'_>) -> Match {
        match &pattern.kind {
            PatternKind::Label(label) => self.label(label, moment, peek),
            PatternKind::Or(parts) => {
                let none = Match { fit: Fit::Never, needs: Needs::default() };
                parts.iter().fold(none, |sum, part| {
                    let more = self.fit(part, moment, peek);
                    sum.join(more, Fit::or)
                })
            }
            PatternKind::Except(base, others) => {
                let base = self.fit(base, moment, peek);
                others.iter().fold(base, |left, other| {
                    let less = self.fit(other, moment, peek);
                    left.join(less, Fit::without)
                })
            }
        }
    }

    fn label(&self, label: &LabelPattern, moment: &Moment, peek: PeekAt<'_>) -> Match {
        let mut needs = Needs::default();
        let mut fit = self.what(label, moment, peek, &mut needs);
        // Most moments are none of its business, whichever process steps.
        if let Some(process) = label.process.as_ref().filter(|_| fit != Fit::Never) {
            fit = fit.and(match &moment.what {
                // A rendezvous is the caller's; its acceptor is what it is on.
                What::Meeting(meeting) if meeting.label.action == "rendezvous" => {
                    self.caller(process, meeting, &mut needs)
                }
                _ => self.process(process, moment.template),
            });
        }
        if fit == Fit::Never {
            needs = Needs::default();
        }
        Match { fit, needs }
    }

    fn process(&self, path: &Path, template: TemplateId) -> Fit {
        match path.segments.as_slice() {
            [only] => process_fits(self.system, template, Expr::Myself, only),
            _ => Fit::Never,
        }
    }

    fn caller(&self, path: &Path, meeting: &Meeting, needs: &mut Needs) -> Fit {
        let [only] = path.segments.as_slice() else { return Fit::Never };
        let fit = caller_fits(self.system, meeting.entry.entry, only);
        if meeting.over && !matches!(fit, Fit::Never | Fit::ALWAYS) {
            needs.unclear = Some("who called is forgotten when a rendezvous is over");
        }
        fit
    }

    fn what(
        &self,
        label: &LabelPattern,
        moment: &Moment,
        peek: PeekAt<'_>,
        needs: &mut Needs,
    ) -> Fit {
        let any = label.action == Action::Any;
        match &moment.what {
            What::Statement(span) | What::Reached(span) => match (label.action, &label.operand) {
                (Action::At, Operand::Line(line)) => {
                    let source = self.sources.get(span.file);
                    let file = source.name == line.file
                        || source.name.ends_with(&format!("/{}", line.file));
                    Fit::of(file && self.begins_line(moment, line.line))
                }
                _ => Fit::Never,
            },
            What::Test(place, value) if any || label.action == Action::Test => {
                let wanted = match &label.operand {
                    Operand::Equals(_, wanted) => Some(wanted),
                    _ => None,
                };
                let shown = match wanted {
                    None | Some(Value::Any) => Fit::ALWAYS,
                    Some(wanted) => self.holds(moment, place, wanted, Expr::Const(*value)),
                };
                self.place(label, moment, place).and(shown)
            }
            What::Read(place) if label.action == Action::Read => self.place(label, moment, place),
            What::Tangled(place) if any || label.action == Action::Assign => {
                needs.unclear = Some("a receive changes the index of what it assigns to");
                self.place(label, moment, place)
            }
            What::Assign(place, known) if any || label.action == Action::Assign => {
                let value = match &label.operand {
                    Operand::Equals(_, Value::Any) => Fit::ALWAYS,
                    Operand::Equals(_, wanted) => {
                        let held = known.map_or_else(|| Expr::Read(place.clone()), Expr::Const);
                        self.holds(moment, place, wanted, held)
                    }
                    _ => Fit::ALWAYS,
                };
                needs.peeks.extend(self.held(moment, place));
                self.place(label, moment, place).and(value)
            }
            What::Send { channel, fields } if any || label.action == Action::Send => {
                let fit = self.channel(label, moment, channel);
                fit.and(self.message(label, fields, peek, needs))
            }
            What::Receive { channel, fields, entangled }
                if any || label.action == Action::Receive =>
            {
                let fit = self.channel(label, moment, channel);
                let fit = fit.and(self.message(label, fields, peek, needs));
                if *entangled {
                    needs.peeks.extend(fields.iter().filter_map(Field::unknown));
                }
                fit
            }
            What::Print(text) if any || label.action == Action::Print => match &label.operand {
                Operand::Text(wanted) => Fit::of(text.trim_end() == wanted.trim_end()),
                _ => Fit::of(label.object.is_none()),
            },
            What::Start(template) if any || label.action == Action::Start => {
                match label.object() {
                    None => Fit::ALWAYS,
                    Some(path) => match path.segments.as_slice() {
                        // Which number it gets is known only afterwards.
                        [only] => Fit::of(self.is_template(*template, only)),
                        _ => Fit::Never,
                    },
                }
            }
            What::Labels(location) if any || label.action == Action::Label => {
                let names = &self.system.templates[moment.template].locations[*location].names;
                match &label.operand {
                    Operand::Name(path) => {
                        let wanted = plain(path);
                        Fit::of(names.iter().any(|name| same(self.system, name, &wanted)))
                    }
                    _ => Fit::of(any && label.object.is_none()),
                }
            }
            What::End if any || label.action == Action::End => {
                Fit::of(matches!(label.operand, Operand::None) && label.object.is_none())
            }
            What::Labelled(known) if any || known.action == label.action.word() => {
                type Named = fn(&System, &str, &str) -> bool;
                let part = |written: &Option<String>, wanted: Option<&Path>, is: Named| match wanted
                {
                    None => true,
                    Some(path) if path.is_any() => true,
                    Some(path) => written
                        .as_deref()
                        .is_some_and(|written| is(self.system, &plain(path), written)),
                };
                let name = match &label.operand {
                    Operand::Name(path) if !label.action.names_object() => Some(path),
                    // Which values go over is not known of such a moment: a pattern that asks for some
                    // fits nothing, and is an error.
                    Operand::Call(_, values) if values.iter().any(|one| *one != Value::Any) => {
                        return Fit::Never;
                    }
                    Operand::Call(path, _) => path.as_ref(),
                    _ => None,
                };
                Fit::of(part(&known.name, name, same) && part(&known.object, label.object(), means))
            }
            What::Meeting(meeting) if any || meeting.label.action == label.action.word() => {
                self.meeting(label, meeting)
            }
            _ => Fit::Never,
        }
    }

    /// Where an entry, its family, its owner and its parameters are as the pattern says.
    fn meeting(&self, label: &LabelPattern, meeting: &Meeting) -> Fit {
        let known = &meeting.label;
        let (name, values) = match &label.operand {
            Operand::Name(path) => (Some(path), &[][..]),
            Operand::Call(path, values) => (path.as_ref(), values.as_slice()),
            Operand::None => (None, &[][..]),
            Operand::Text(_) | Operand::Line(_) | Operand::Equals(..) => return Fit::Never,
        };
        let mut fit = match name {
            None => Fit::ALWAYS,
            Some(path) if path.is_any() => Fit::ALWAYS,
            Some(path) => self.entry_named(path, meeting),
        };
        fit = fit.and(match label.object() {
            None => Fit::ALWAYS,
            Some(path) if path.is_any() => Fit::ALWAYS,
            Some(path) => Fit::of(
                known.object.as_deref().is_some_and(|at| means(self.system, &plain(path), at)),
            ),
        });
        let over = meeting.over && known.action == "rendezvous";
        if values.len() > meeting.values.len() {
            let asked = values.iter().any(|value| *value != Value::Any);
            return if asked || over { Fit::Never } else { fit };
        }
        let profile = &self.system.entries[meeting.entry.entry].profile;
        let mut comes_out = false;
        for ((wanted, value), slot) in values.iter().zip(&meeting.values).zip(profile) {
            if *wanted == Value::Any {
                continue;
            }
            comes_out |= slot.given.is_none() && slot.member.is_none();
            let (Some(value), Some(wanted)) = (value, number(self.system, wanted)) else {
                return Fit::Never;
            };
            fit = fit.and(equals(value.clone(), wanted));
        }
        // Otherwise it is the moment at which both met.
        if over && !comes_out { Fit::Never } else { fit }
    }

    /// Where a path names the entry of a meeting, or its family.
    fn entry_named(&self, path: &Path, meeting: &Meeting) -> Fit {
        let Some(name) = meeting.label.name.as_deref() else { return Fit::Never };
        let [only] = path.segments.as_slice() else {
            return Fit::of(same(self.system, name, &plain(path)));
        };
        let named = match &only.name {
            SegmentName::Any => true,
            SegmentName::Named(written) => same(self.system, written, name),
        };
        let of = &self.system.entries[meeting.entry.entry].profile;
        let first = of.iter().zip(&meeting.values).find(|(slot, _)| slot.member.is_some());
        match (only.indices.as_slice(), first) {
            ([] | [Index::Any], _) => Fit::of(named),
            ([Index::Number(wanted)], Some((_, Some(member)))) if named => {
                equals(member.clone(), *wanted)
            }
            _ => Fit::Never,
        }
    }

    /// Where the variable of an `assign`, `test` or `read` is the place.
    fn place(&self, label: &LabelPattern, moment: &Moment, place: &Place) -> Fit {
        let named = match &label.operand {
            Operand::Name(path) | Operand::Equals(path, _) => Some(path),
            _ => None,
        };
        let mut path: Vec<&Segment> = Vec::new();
        path.extend(label.object.iter().flat_map(|path| &path.segments));
        path.extend(named.iter().flat_map(|path| &path.segments));
        if path.is_empty() {
            return Fit::ALWAYS;
        }
        let direct = place_fits(self.system, moment.template, place, &path);
        if direct != Fit::Never || self.system.aliases.is_empty() {
            return direct;
        }
        // A field of something that is known by another name.
        let Some(known) = known_as(self.system, &joined(path.into_iter())) else { return direct };
        let known: Vec<Segment> = known.split('.').map(segment).collect();
        place_fits(self.system, moment.template, place, &known.iter().collect::<Vec<_>>())
    }

    /// Whether the place of a moment, with this in it, holds a value.
    fn holds(&self, moment: &Moment, place: &Place, value: &Value, held: Expr) -> Fit {
        holds(self.system, moment.template, place, value, held)
    }

    /// The local that holds the index of a place, where one does.
    fn held(&self, moment: &Moment, place: &Place) -> Option<Peek> {
        let Some(Expr::Read(Place { root: Root::Local(local), .. })) = place.index.as_deref()
        else {
            return None;
        };
        let position =
            local.index().checked_sub(self.system.templates[moment.template].locals.len())?;
        Some((position, Type::LONG))
    }

    fn channel(&self, label: &LabelPattern, moment: &Moment, channel: &Expr) -> Fit {
        match &label.object {
            None => Fit::ALWAYS,
            Some(path) => channel_fits(self.system, moment.template, channel, path),
        }
    }

    /// Where the message of a send or receive is as the pattern says.
    fn message(
        &self,
        label: &LabelPattern,
        fields: &[Field],
        peek: PeekAt<'_>,
        needs: &mut Needs,
    ) -> Fit {
        let named;
        let wanted: Vec<&Value> = match &label.operand {
            Operand::Name(path) if path.is_any() => return Fit::ALWAYS,
            Operand::Name(path) => {
                named = Value::Name(path.clone());
                vec![&named]
            }
            Operand::Call(Some(path), values) => {
                named = if path.is_any() { Value::Any } else { Value::Name(path.clone()) };
                std::iter::once(&named).chain(values).collect()
            }
            Operand::Call(None, values) => values.iter().collect(),
            Operand::Text(_) | Operand::Line(_) | Operand::Equals(..) => return Fit::Never,
            Operand::None => return Fit::ALWAYS,
        };
        if wanted.len() > fields.len() {
            return Fit::Never;
        }
        let mut fit = Fit::ALWAYS;
        for (field, wanted) in fields.iter().zip(wanted) {
            if *wanted == Value::Any {
                continue;
            }
            let Some(wanted) = number(self.system, wanted) else { return Fit::Never };
            fit = fit.and(match field {
                Field::Value(value) => equals(value.clone(), wanted),
                Field::Unknown(position, ty) => {
                    needs.peeks.push((*position, *ty));
                    equals(peek(*position), wanted)
                }
                Field::Unclear => {
                    needs.unclear =
                        Some("how a value is cut depends on the channel that it is sent to");
                    Fit::ALWAYS
                }
            });
        }
        fit
    }

    fn is_template(&self, template: TemplateId, segment: &Segment) -> bool {
        match &segment.name {
            crate::ast::SegmentName::Any => true,
            crate::ast::SegmentName::Named(name) => {
                same(self.system, name, &self.system.templates[template].name)
                    && segment.indices.is_empty()
            }
        }
    }

    /// Whether this is among the first statements that start on a line of its file.
    fn begins_line(&self, moment: &Moment, line: u32) -> bool {
        // Where it is seen that a statement is reached, its steps are not what is meant.
        let place = |other: &Moment| {
            let (span, reached) = match &other.what {
                What::Statement(span) => (span, false),
                What::Reached(span) => (span, true),
                _ => return None,
            };
            let at = self.sources.place(*span);
            (at.line == line).then_some((span.file, (!reached, at.column)))
        };
        let Some(here) = place(moment) else { return false };
        let same_file = self.moments.iter().filter_map(place).filter(|at| at.0 == here.0);
        same_file.map(|at| at.1).min() == Some(here.1)
    }
}

impl Match {
    fn join(mut self, other: Match, how: impl Fn(Fit, Fit) -> Fit) -> Match {
        self.needs.peeks.extend(other.needs.peeks);
        self.needs.unclear = self.needs.unclear.or(other.needs.unclear);
        Match { fit: how(self.fit, other.fit), needs: self.needs }
    }
}

/// A path as it is written, without quotes.
pub fn plain(path: &Path) -> String {
    joined(path.segments.iter())
}

/// A part of a path, of a name as the system has it.
fn segment(text: &str) -> Segment {
    let (mut name, mut indices) = (text, Vec::new());
    while let Some((before, index)) = name.strip_suffix(']').and_then(|one| one.rsplit_once('['))
        && let Ok(number) = index.parse()
    {
        indices.insert(0, Index::Number(number));
        name = before;
    }
    Segment { name: SegmentName::Named(name.to_string()), indices }
}

fn joined<'s>(segments: impl Iterator<Item = &'s Segment>) -> String {
    let segments = segments.map(|segment| {
        let mut text = match &segment.name {
            SegmentName::Any => "*".to_string(),
            SegmentName::Named(name) => name.clone(),
        };
        for index in &segment.indices {
            text += &match index {
                Index::Any => "[*]".to_string(),
                Index::Number(number) => format!("[{number}]"),
                Index::Named(name) => format!("[{name}]"),
            };
        }
        text
    });
    segments.collect::<Vec<_>>().join(".")
}
