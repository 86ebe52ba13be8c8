//! `memory`: memory is used in a way that the language does not define.

/// Its name.
pub const NAME: &str = "memory";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an execution of a C program uses memory that it must not use: through a null pointer or an address \
that no object has, outside of an object, after it was freed, or after the function, block or thread that a variable \
belongs to has ended; when it writes a string literal; when it frees memory twice, or what was not allocated; when it \
calls through a pointer that is no function; and when pointer arithmetic leaves an object by more than one past its \
end. The execution is not followed any further: what it does then, the language does not say.

    int *p = malloc(sizeof *p);
    free(p);
    *p = 1;          /* memory is used after it was freed */

Memory that was never written is not an error to read; a result that depends on it is not known, and the verdict is \
then inconclusive. Languages without pointers cannot violate this check.";
