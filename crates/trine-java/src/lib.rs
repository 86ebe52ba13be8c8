//! The Java front end: from source text to a program with resolved names.
