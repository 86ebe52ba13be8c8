//! What is said where the code gets to a place that it cannot get to.

/// Ends the run as a bug in Trine, with the place where this stands: for what the rest of the code rules
/// out. What merely is not known becomes a limit or an unmodelled step instead, and what a user wrote a
/// diagnostic.
///
/// ```should_panic
/// let known: Option<u32> = None;
/// let Some(_number) = known else { trine_base::cannot_happen!("{known:?} was numbered before") };
/// ```
#[macro_export]
macro_rules! cannot_happen {
    ($($why:tt)+) => {
        ::std::panic!("this cannot happen: {}", ::std::format_args!($($why)+))
    };
}
