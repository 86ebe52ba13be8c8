//! `overflow`: a signed number is too large for its type, or a shift goes too far.

/// Its name.
pub const NAME: &str = "overflow";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an execution of a C program computes a signed number that its type cannot hold (C11 6.5 paragraph 5), \
shifts by a negative number or by at least the width of the type, shifts a negative number to the left, divides the \
smallest number by -1, or converts a floating-point number to a type that does not have it. Unsigned numbers wrap, \
which is no error. After the report the execution goes on as the machine does, with the lowest bits of the result.

    int limit = INT_MAX;
    limit + 1;       /* overflow */

Java and Ada define what happens there, and cannot violate this check.";
