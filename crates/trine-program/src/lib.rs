//! The language-neutral program, its meaning, and its elaboration into a system.
//!
//! A front end gives a [`Program`]: structured, with unbounded data. [`elaborate`] follows it from an
//! entry point, gives every object and thread an instance, evaluates what is known, and leaves a
//! finite [`System`](trine_system::System). [`interpret`] runs the program itself, and so defines what it means;
//! [`validate()`] says what every program satisfies.
//!
//! **Architecture invariant.** This crate has never heard of any one source language.

mod decimal;
pub mod direct;
pub mod elaborate;
pub mod events;
pub mod flat;
pub mod interpret;
mod meeting;
pub mod memory;
mod operation;
pub mod program;
mod show;
pub mod text;
mod validate;

pub use elaborate::{Keep, Options, elaborate};
pub use program::*;
pub use show::{show, show_class, show_method, show_type, visit};
pub use text::TextOp;
pub use validate::validate;
