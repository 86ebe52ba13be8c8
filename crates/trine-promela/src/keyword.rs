//! The words of Promela that no name may have.

use crate::names::Symbol;

macro_rules! keywords {
    ($($variant:ident = $text:literal),* $(,)?) => {
        /// A keyword.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Keyword { $($variant),* }

        /// All keywords with their spelling.
        pub const ALL: &[(Keyword, &str)] = &[$((Keyword::$variant, $text)),*];
    };
}

keywords! {
    Active = "active",
    Assert = "assert",
    Atomic = "atomic",
    Bit = "bit",
    Bool = "bool",
    Break = "break",
    Byte = "byte",
    CCode = "c_code",
    CDecl = "c_decl",
    CExpr = "c_expr",
    CState = "c_state",
    CTrack = "c_track",
    DProctype = "D_proctype",
    Do = "do",
    Chan = "chan",
    Else = "else",
    Empty = "empty",
    Enabled = "enabled",
    Eval = "eval",
    False = "false",
    Fi = "fi",
    For = "for",
    Full = "full",
    GetPriority = "get_priority",
    Goto = "goto",
    Hidden = "hidden",
    If = "if",
    Init = "init",
    Inline = "inline",
    Int = "int",
    Len = "len",
    Local = "local",
    Ltl = "ltl",
    Mtype = "mtype",
    Nempty = "nempty",
    Never = "never",
    Nfull = "nfull",
    Notrace = "notrace",
    NonProgress = "np_",
    Od = "od",
    Of = "of",
    PcValue = "pc_value",
    Pid = "pid",
    Printf = "printf",
    Printm = "printm",
    Priority = "priority",
    Proctype = "proctype",
    Provided = "provided",
    Return = "return",
    Run = "run",
    DStep = "d_step",
    Select = "select",
    SetPriority = "set_priority",
    Short = "short",
    Skip = "skip",
    Timeout = "timeout",
    Trace = "trace",
    True = "true",
    Show = "show",
    Typedef = "typedef",
    Unless = "unless",
    Unsigned = "unsigned",
    Xr = "xr",
    Xs = "xs",
}

impl Keyword {
    /// Keywords have the first symbols, in the order of the list.
    pub fn of(symbol: Symbol) -> Option<Keyword> {
        ALL.get(symbol.0 as usize).map(|(keyword, _)| *keyword)
    }
}
