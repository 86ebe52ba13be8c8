//! Tests of the specification language as its users meet it: whole texts in, text out.

mod examples;
mod generate;
mod golden;
mod mutate;
mod random;
mod round_trip;
mod several;
mod support;
