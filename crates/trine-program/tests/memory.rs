//! Memory and pointers: one program for each rule.

mod common;

use BinaryOp::{Add, Divide, Equal, GreaterEqual, Less, Multiply, NotEqual, ShiftLeft, Subtract};
use common::*;
use trine_program::*;

const BYTE: Unit = Unit::BYTE;
const HALF: Unit = Unit { ty: Type::Int { bits: 16, signed: true }, bytes: 2 };
const UWORD: Unit = Unit { ty: UINT, bytes: 4 };
const QUAD: Unit = Unit { ty: LONG, bytes: 8 };
const SINGLE: Unit = Unit { ty: Type::Float, bytes: 4 };
const DOUBLE: Unit = Unit { ty: Type::Float, bytes: 8 };

fn float(number: f64) -> Operand {
    Operand::Float(number.to_bits())
}

#[test]
fn what_was_written_is_read() {
    let verdict = Build::new().sequential(|main| {
        let p = main.malloc(24);
        main.store(p, WORD, Operand::Int(-7));
        let second = main.offset(p, 8);
        main.store(second, POINTER, p);
        let third = main.offset(p, 16);
        main.store(third, DOUBLE, float(2.5));
        let number = main.load(p, WORD);
        main.assert_equal(INT, number, Operand::Int(-7));
        let pointer = main.load(second, POINTER);
        main.assert_equal(Type::Reference, pointer, p);
        let real = main.load(third, DOUBLE);
        let op = BinaryOp::Float(FloatBinary::Equal);
        let sides = [Expr::Operand(real), Expr::Operand(float(2.5))].map(Box::new);
        let [left, right] = sides;
        let same = main.set(INT, Expr::Binary(op, Width::W64, left, right));
        main.add(StmtKind::Assert(same));
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn numbers_are_taken_apart_and_put_together_with_the_lowest_byte_first() {
    let verdict = Build::new().sequential(|main| {
        let p = main.malloc(8);
        main.store(p, UWORD, Operand::Int(0x8899_aabb));
        let second = main.offset(p, 1);
        let byte = main.load(second, BYTE);
        main.assert_equal(INT, byte, Operand::Int(0xaa));
        let half = main.load(second, HALF);
        main.assert_equal(INT, half, Operand::Int(0x99aau16 as i16 as i64));
        main.store(second, BYTE, Operand::Int(1));
        let whole = main.load(p, UWORD);
        main.assert_equal(UINT, whole, Operand::Int(0x8899_01bb));
        let signed = main.load(p, WORD);
        main.assert_equal(INT, signed, Operand::Int(0x8899_01bbu32 as i32 as i64));
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn a_union_of_floating_point_and_whole_numbers_shows_the_bits() {
    let verdict = Build::new().sequential(|main| {
        let p = main.malloc(8);
        main.store(p, SINGLE, float(1.5));
        let bits = main.load(p, UWORD);
        main.assert_equal(UINT, bits, Operand::Int(i64::from(1.5f32.to_bits())));
        main.store(p, QUAD, Operand::Int(2.0f64.to_bits() as i64));
        let real = main.load(p, DOUBLE);
        let number = main.convert(INT, Conversion::FloatToInt(INT), real);
        main.assert_equal(INT, number, Operand::Int(2));
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn fresh_memory_is_not_known_and_zeroed_memory_is_zero() {
    let verdict = Build::new().sequential(|main| {
        let p = main.allocate(Storage::Heap, 16, true);
        let number = main.load(p, QUAD);
        main.assert_equal(LONG, number, Operand::Int(0));
        let pointer = main.load(p, POINTER);
        main.assert_equal(Type::Reference, pointer, Operand::Null);
    });
    assert_eq!(verdict, names(&[]));
    let verdict = Build::new().sequential(|main| {
        let p = main.malloc(16);
        let number = main.load(p, QUAD);
        main.assert_equal(LONG, number, Operand::Int(0));
    });
    assert_eq!(verdict, ["assertion?"]);
}

#[test]
fn globals_hold_what_the_program_says_at_first() {
    let mut build = Build::new();
    let text = build.global("\"ab\"", 3);
    let table = build.global("table", 16);
    build.program.globals[text].constant = true;
    build.program.globals[text].initial = [(0, 97), (1, 98)]
        .map(|(at, byte)| Initial { at, unit: BYTE, value: Operand::Int(byte), plus: 0 })
        .to_vec();
    build.program.globals[table].initial =
        vec![Initial { at: 8, unit: POINTER, value: Operand::Global(text), plus: 1 }];
    let verdict = build.sequential(|main| {
        let at = main.offset(Operand::Global(table), 8);
        let pointer = main.load(at, POINTER);
        let letter = main.load(pointer, BYTE);
        main.assert_equal(INT, letter, Operand::Int(98));
        let end = main.offset(pointer, 1);
        let last = main.load(end, BYTE);
        main.assert_equal(INT, last, Operand::Int(0));
        let first = main.load(Operand::Global(table), QUAD);
        main.assert_equal(LONG, first, Operand::Int(0));
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn each_error_of_memory_has_its_name() {
    let write = |main: &mut Body, at: Operand| main.store(at, WORD, Operand::Int(1));
    assert_eq!(error_of(|_, main| write(main, Operand::Null)), Some(MemoryError::Null));
    let member_of_null = error_of(|_, main| {
        let at = main.offset(Operand::Null, 16);
        write(main, at);
    });
    assert_eq!(member_of_null, Some(MemoryError::Null));
    let freed = error_of(|_, main| {
        let p = main.malloc(4);
        main.add(StmtKind::Free(p));
        write(main, p);
    });
    assert_eq!(freed, Some(MemoryError::Freed));
    let twice = error_of(|_, main| {
        let p = main.malloc(4);
        main.add(StmtKind::Free(p));
        main.add(StmtKind::Free(p));
    });
    assert_eq!(twice, Some(MemoryError::DoubleFree));
    let local = error_of(|_, main| {
        let p = main.allocate(Storage::Block, 4, false);
        main.add(StmtKind::Free(p));
    });
    assert_eq!(local, Some(MemoryError::BadFree));
    let inner = error_of(|_, main| {
        let p = main.malloc(8);
        let inner = main.offset(p, 4);
        main.add(StmtKind::Free(inner));
    });
    assert_eq!(inner, Some(MemoryError::BadFree));
    let behind = error_of(|_, main| {
        let p = main.malloc(8);
        let end = main.offset(p, 8);
        write(main, end);
    });
    assert_eq!(behind, Some(MemoryError::Outside));
    let partly = error_of(|_, main| {
        let p = main.malloc(8);
        let at = main.offset(p, 6);
        write(main, at);
    });
    assert_eq!(partly, Some(MemoryError::Outside));
    let far = error_of(|_, main| {
        let p = main.malloc(8);
        main.offset(p, 9);
    });
    assert_eq!(far, Some(MemoryError::Outside));
    let before = error_of(|_, main| {
        let p = main.malloc(8);
        main.offset(p, -1);
    });
    assert_eq!(before, Some(MemoryError::Outside));
    let wild = error_of(|_, main| {
        let p = main.convert(Type::Reference, Conversion::IntToPointer, Operand::Int(1 << 20));
        write(main, p);
    });
    assert_eq!(wild, Some(MemoryError::Wild));
    let unset = error_of(|_, main| {
        let p = main.malloc(8);
        let pointer = main.load(p, POINTER);
        write(main, pointer);
    });
    assert_eq!(unset, Some(MemoryError::Wild));
    let literal = error_of(|build, main| {
        let text = build.global("\"a\"", 4);
        build.program.globals[text].constant = true;
        write(main, Operand::Global(text));
    });
    assert_eq!(literal, Some(MemoryError::Constant));
    let data = error_of(|_, main| {
        let p = main.malloc(8);
        main.call(Callee::Pointer(p), &[]);
    });
    assert_eq!(data, Some(MemoryError::NoFunction));
    let nothing = error_of(|_, main| {
        let p = main.malloc(8);
        let end = main.offset(p, 8);
        let last = main.offset(end, -4);
        write(main, last);
        main.add(StmtKind::Free(Operand::Null));
        main.add(StmtKind::Free(p));
    });
    assert_eq!(nothing, None);
}

#[test]
fn a_local_variable_ends_with_its_frame() {
    let mut build = Build::new();
    let leak = build.giving("leak", Type::Reference, |leak| {
        let local = leak.allocate(Storage::Block, 4, false);
        leak.store(local, WORD, Operand::Int(1));
        leak.add(StmtKind::Return(Some(local)));
    });
    let main = build.function("main", |main| {
        let into = main.var(Type::Reference);
        let callee = Callee::Exact(leak);
        main.add(StmtKind::Call { into: Some(into), callee, arguments: Vec::new() });
        main.load(Operand::Var(into), WORD);
    });
    let answers = build.answers(main);
    let fault = answers.faults[&interpret::checks::Check::Memory];
    assert_eq!(fault.memory, Some(MemoryError::Left));
}

#[test]
fn a_local_variable_ends_with_its_scope_and_where_it_is_declared_again() {
    let ended = error_of(|_, main| {
        let local = main.allocate(Storage::Block, 4, false);
        main.store(local, WORD, Operand::Int(1));
        main.add(StmtKind::EndLife(local));
        main.load(local, WORD);
    });
    assert_eq!(ended, Some(MemoryError::Left));
    // The same declaration, twice: the first variable is gone.
    let again = error_of(|build, main| {
        let kept = Operand::Global(build.global("kept", 8));
        let id = BlockId(0);
        let before = std::mem::take(&mut main.stmts);
        let local = main.allocate(Storage::Block, 4, true);
        let old = main.load(kept, POINTER);
        main.store(kept, POINTER, local);
        let first = main.typed(Equal, Type::Reference, old, Operand::Null);
        main.unless(first, |main| {
            main.load(old, WORD);
            main.add(StmtKind::Break(id));
        });
        let body = std::mem::replace(&mut main.stmts, before);
        main.add(StmtKind::Loop { id, body, update: Vec::new() });
    });
    assert_eq!(again, Some(MemoryError::Left));
}

#[test]
fn pointers_into_one_block_are_compared_and_subtracted() {
    let verdict = Build::new().sequential(|main| {
        let p = main.malloc(16);
        let q = main.offset(p, 12);
        let distance = main.typed(Subtract, Type::Reference, q, p);
        main.assert_equal(LONG, distance, Operand::Int(12));
        let before = main.typed(Less, Type::Reference, p, q);
        main.add(StmtKind::Assert(before));
        let other = main.malloc(16);
        let differ = main.typed(NotEqual, Type::Reference, other, p);
        main.add(StmtKind::Assert(differ));
        let exists = main.typed(NotEqual, Type::Reference, p, Operand::Null);
        main.add(StmtKind::Assert(exists));
    });
    assert_eq!(verdict, names(&[]));
    let verdict = Build::new().sequential(|main| {
        let (p, q) = (main.malloc(16), main.malloc(16));
        let order = main.typed(Less, Type::Reference, p, q);
        main.add(StmtKind::Assert(order));
    });
    assert_eq!(verdict, ["assertion?"], "which of two blocks is first is not known");
}

#[test]
fn a_number_holds_a_pointer_and_gives_it_back() {
    let verdict = Build::new().sequential(|main| {
        let p = main.malloc(16);
        let number = main.convert(ULONG, Conversion::PointerToInt(ULONG), p);
        let further = main.typed(Add, ULONG, number, Operand::Int(4));
        let q = main.convert(Type::Reference, Conversion::IntToPointer, further);
        let expected = main.offset(p, 4);
        main.assert_equal(Type::Reference, q, expected);
        main.store(q, WORD, Operand::Int(3));
        let exists = main.typed(NotEqual, ULONG, number, Operand::Int(0));
        main.add(StmtKind::Assert(exists));
        let null = main.convert(Type::Reference, Conversion::IntToPointer, Operand::Int(0));
        main.assert_equal(Type::Reference, null, Operand::Null);
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn bytes_are_copied_with_what_they_hold() {
    let verdict = Build::new().sequential(|main| {
        let p = main.malloc(32);
        main.store(p, POINTER, p);
        let at = main.offset(p, 8);
        main.store(at, WORD, Operand::Int(5));
        let half = main.offset(p, 16);
        main.add(StmtKind::CopyMemory { to: half, from: p, bytes: Operand::Int(12) });
        let pointer = main.load(half, POINTER);
        main.assert_equal(Type::Reference, pointer, p);
        let at = main.offset(p, 24);
        let number = main.load(at, WORD);
        main.assert_equal(INT, number, Operand::Int(5));
        // Into what is still to be copied, as memmove does.
        let bytes = main.malloc(4);
        for (at, byte) in [(0, 1), (1, 2), (2, 3), (3, 4)] {
            let at = main.offset(bytes, at);
            main.store(at, BYTE, Operand::Int(byte));
        }
        let second = main.offset(bytes, 1);
        main.add(StmtKind::CopyMemory { to: second, from: bytes, bytes: Operand::Int(3) });
        let all = main.load(bytes, UWORD);
        main.assert_equal(UINT, all, Operand::Int(0x0302_0101));
        main.add(StmtKind::FillMemory {
            at: second,
            byte: Operand::Int(0x1ff),
            bytes: Operand::Int(2),
        });
        let all = main.load(bytes, UWORD);
        main.assert_equal(UINT, all, Operand::Int(0x03ff_ff01));
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn signed_numbers_overflow_and_unsigned_ones_wrap() {
    let case = |op, ty, left, right| {
        Build::new().sequential(|main| {
            main.typed(op, ty, Operand::Int(left), Operand::Int(right));
        })
    };
    let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
    assert_eq!(case(Add, INT, most, 1), names(&["overflow"]));
    assert_eq!(case(Subtract, INT, least, 1), names(&["overflow"]));
    assert_eq!(case(Multiply, INT, 1 << 16, 1 << 15), names(&["overflow"]));
    assert_eq!(case(Multiply, LONG, i64::MAX, 2), names(&["overflow"]));
    assert_eq!(case(Divide, INT, least, -1), names(&["overflow"]));
    assert_eq!(case(ShiftLeft, INT, 1, 32), names(&["overflow"]));
    assert_eq!(case(ShiftLeft, UINT, 1, -1), names(&["overflow"]));
    assert_eq!(case(Divide, INT, 1, 0), names(&["uncaught-error"]));
    assert_eq!(case(Divide, UINT, 1, 0), names(&["uncaught-error"]));
    assert_eq!(case(Add, INT, most, 0), names(&[]));
    assert_eq!(case(Add, UINT, 0xffff_ffff, 1), names(&[]));
    assert_eq!(case(Multiply, ULONG, -1, -1), names(&[]));
    assert_eq!(case(ShiftLeft, UINT, 1, 31), names(&[]));
    let verdict = Build::new().sequential(|main| {
        let wrapped = main.typed(Add, UINT, Operand::Int(0xffff_ffff), Operand::Int(1));
        main.assert_equal(UINT, wrapped, Operand::Int(0));
        let large = main.typed(GreaterEqual, ULONG, Operand::Int(-1), Operand::Int(1));
        main.add(StmtKind::Assert(large));
        let half = main.typed(Divide, ULONG, Operand::Int(-1), Operand::Int(2));
        main.assert_equal(ULONG, half, Operand::Int(i64::MAX));
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn what_is_too_large_for_a_type_is_converted_with_an_error() {
    let verdict = Build::new().sequential(|main| {
        main.convert(INT, Conversion::FloatToInt(INT), float(3e9));
    });
    assert_eq!(verdict, names(&["overflow"]));
    let verdict = Build::new().sequential(|main| {
        let number = main.convert(UINT, Conversion::FloatToInt(UINT), float(3e9));
        main.assert_equal(UINT, number, Operand::Int(3_000_000_000));
        let single = Conversion::IntToFloat { from: ULONG, single: false };
        let real = main.convert(Type::Float, single, Operand::Int(-1));
        let large = Box::new(Expr::Operand(float(1.8446744073709552e19)));
        let op = BinaryOp::Float(FloatBinary::Equal);
        let real = Box::new(Expr::Operand(real));
        let same = main.set(INT, Expr::Binary(op, Width::W64, real, large));
        main.add(StmtKind::Assert(same));
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn functions_are_called_through_pointers() {
    let mut build = Build::new();
    let cell = Operand::Global(build.global("cell", 4));
    let set = build.function("set", |set| {
        let value = set.parameter(INT);
        set.store(cell, WORD, value);
    });
    let main = build.function("main", |main| {
        let table = main.malloc(8);
        main.store(table, POINTER, Operand::Function(set));
        let function = main.load(table, POINTER);
        main.call(Callee::Pointer(function), &[Operand::Int(4)]);
        let number = main.load(cell, WORD);
        main.assert_equal(INT, number, Operand::Int(4));
    });
    assert_eq!(build.verdict(main), names(&[]));
}

#[test]
fn control_jumps_into_a_loop_and_out_of_it() {
    let (label, after) = (LabelId(0), LabelId(1));
    let verdict = Build::new().sequential(|main| {
        let count = main.var(INT);
        main.add(StmtKind::Set(count, Expr::Operand(Operand::Int(0))));
        main.add(StmtKind::Goto(label));
        let before = std::mem::take(&mut main.stmts);
        main.add(StmtKind::Assert(Operand::Int(0)));
        main.add(StmtKind::Target(label));
        let next = typed(Add, INT, Operand::Var(count), Operand::Int(1));
        main.add(StmtKind::Set(count, next));
        main.add(StmtKind::Goto(after));
        let body = std::mem::replace(&mut main.stmts, before);
        main.add(StmtKind::Loop { id: BlockId(0), body, update: Vec::new() });
        main.add(StmtKind::Target(after));
        main.assert_equal(INT, Operand::Var(count), Operand::Int(1));
    });
    assert_eq!(verdict, names(&[]));
}

#[test]
fn what_must_not_be_reached_is_reported() {
    let verdict = Build::new().sequential(|main| main.operate(Operation::ReachError, &[]));
    assert_eq!(verdict, names(&["reach-error"]));
}

#[test]
fn an_overflow_of_what_is_not_known_is_not_known() {
    let verdict = Build::new().sequential(|main| {
        let unknown = main.set(INT, Expr::Opaque(INT));
        main.typed(Add, INT, unknown, Operand::Int(1));
    });
    assert_eq!(verdict, ["overflow?"]);
}

#[test]
fn programs_with_wrong_units_and_labels_are_refused() {
    let mut build = Build::new();
    build.function("main", |main| {
        main.add(StmtKind::Goto(LabelId(3)));
        let odd = Unit { ty: INT, bytes: 8 };
        main.load(Operand::Null, odd);
        main.typed(ShiftLeft, Type::Reference, Operand::Null, Operand::Int(1));
    });
    let problems = validate(&build.program, &trine_base::SourceMap::default());
    assert_eq!(problems.len(), 3, "{problems:?}");
}
