//! The generator: a procedure of one to three pieces, each about one topic.

use std::fmt::Write;

use super::topic::{Line, Piece, Topic};
use super::{composite, control, numbers, objects, tasking};
use crate::rng::Rng;

/// All that snippets are made of, with how often it is taken.
const TOPICS: &[(usize, Topic)] = &[
    (3, numbers::arithmetic),
    (3, numbers::subtypes),
    (2, numbers::integer_type),
    (2, numbers::modular),
    (3, numbers::enumeration),
    (2, numbers::short_circuit),
    (2, numbers::conditional_expressions),
    (3, composite::arrays),
    (2, composite::matrices),
    (3, composite::unconstrained_arrays),
    (3, composite::strings),
    (3, composite::records),
    (2, composite::variants),
    (3, composite::access_values),
    (3, control::exceptions),
    (2, control::exceptions_in_declarations),
    (2, control::messages),
    (3, control::loops),
    (2, control::cases),
    (3, control::parameters),
    (2, control::overloading),
    (2, control::recursion),
    (2, control::contracts),
    (2, objects::packages),
    (2, objects::generics),
    (2, objects::access_to_subprogram),
    (3, objects::tagged),
    (2, objects::controlled),
    (3, objects::interfaces),
    (3, numbers::fixed),
    (2, composite::elements),
    (3, tasking::rendezvous),
    (3, tasking::protected_objects),
    (2, tasking::activation),
    (2, tasking::elaboration),
];

/// A generated procedure.
#[derive(Clone, Debug)]
pub struct Snippet {
    pub seed: u64,
    pieces: Vec<Piece>,
}

/// The snippet of a number, always the same.
pub fn snippet(seed: u64) -> Snippet {
    let mut rng = Rng::new(seed ^ 0x0061_6461_736e_6970);
    let count = rng.weighted(&[(2, 1), (3, 2), (1, 3)]);
    // Strings and whole composite values are followed less far than numbers: most snippets do without them.
    let whole = rng.chance(30);
    let pieces = (0..count)
        .map(|at| {
            let mut piece = Piece::new(at);
            let make = rng.weighted(TOPICS);
            make(&mut rng, &mut piece);
            piece.statements.retain(|line| whole || !matches!(line, Line::Look('S' | 'E', _)));
            piece
        })
        .collect();
    Snippet { seed, pieces }
}

/// What the pieces use: an accumulator of what happened, and a value that no compiler foresees.
const SHARED: &str = "   Acc : Integer := 1;
   function Id (X : Integer) return Integer is
   begin
      return X;
   end Id;
   procedure Note (N : Integer) is
   begin
      Acc := (Acc * 7 + N) mod 10_007;
   end Note;
";

impl Snippet {
    /// The name of its procedure.
    pub fn name(&self) -> String {
        format!("Snippet_{}", self.seed)
    }

    /// The procedure, with a statement for each value that is looked at: its kind, its expression.
    fn text(&self, last: &str, mut look: impl FnMut(char, &str) -> String) -> String {
        let mut out = format!("procedure {} is\n{SHARED}", self.name());
        for piece in &self.pieces {
            out.push_str(&piece.declarations);
        }
        out.push_str("begin\n");
        for piece in &self.pieces {
            for line in &piece.statements {
                match line {
                    Line::Text(text) => out.push_str(text),
                    Line::Look(kind, expression) => {
                        let _ = writeln!(out, "   {}", look(*kind, expression));
                    }
                }
            }
        }
        let _ = write!(out, "   {}\n   {last}\nend {};\n", look('I', "Acc"), self.name());
        out
    }

    /// As GNAT runs it first: it prints the values.
    pub fn printing(&self) -> String {
        self.text("null;", |kind, expression| match kind {
            'I' => format!("Put_Line (\"|\" & Integer'Image ({expression}));"),
            'B' | 'E' => format!("Put_Line (\"|\" & Boolean'Image ({expression}));"),
            _ => format!("Put_Line (\"|\" & String'({expression}));"),
        })
    }

    /// As Trine checks it: it asserts them. The first that was not printed may be where it died; it is evaluated.
    pub fn asserting(&self, values: &[String], last: &str) -> String {
        let mut at = 0;
        let text = self.text(last, |kind, expression| {
            at += 1;
            let Some(value) = values.get(at - 1) else {
                return match kind {
                    'I' => format!("if Integer'({expression}) = 0 then null; end if;"),
                    'B' | 'E' => format!("if Boolean'({expression}) then null; end if;"),
                    _ => format!("if String'({expression}) = \"\" then null; end if;"),
                };
            };
            match kind {
                'I' => format!("pragma Assert (Integer'({expression}) = {});", value.trim()),
                'B' | 'E' => format!("pragma Assert (Boolean'({expression}) = {value});"),
                _ => {
                    let quoted = value.replace('"', "\"\"");
                    format!("pragma Assert (String'({expression}) = \"{quoted}\");")
                }
            }
        });
        format!("with Ada.Exceptions; use Ada.Exceptions;\nwith Ada.Finalization;\n{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_snippet() {
        let texts: Vec<String> = (0..50).map(|seed| snippet(seed).printing()).collect();
        let again: Vec<String> = (0..50).map(|seed| snippet(seed).printing()).collect();
        assert_eq!(texts, again);
        let some = &texts[..3];
        assert!(some.iter().all(|text| text.contains("Put_Line (\"|\" & Integer'Image (Acc));")));
    }

    #[test]
    fn values_become_assertions() {
        let snippet = snippet(3);
        let values = vec!["-1".to_string(); 40];
        let text = snippet.asserting(&values, "null;");
        assert!(
            text.contains("pragma Assert (Integer'(Acc) = - 1);")
                || text.contains("pragma Assert (Integer'(Acc) = -1);")
        );
        assert!(!snippet.asserting(&[], "null;").contains("pragma Assert (Integer'(Acc)"));
    }
}
