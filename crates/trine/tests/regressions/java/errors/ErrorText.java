/** The texts that the virtual machine gives its errors, and those of causes. Nothing fails. */
public class ErrorText {
    static int zero;
    static class Mine extends RuntimeException { Mine(String s) { super(s); } Mine(Throwable t) { super(t); } }
    static String of(Runnable r) { try { r.run(); return "none"; } catch (Throwable e) { return e.getMessage(); } }
    static void same(String a, String b) { assert a.equals(b); }
    public static void main(String[] args) {
        same(of(() -> { int x = 1 / zero; }), "/ by zero");
        same(of(() -> { long x = 1L % zero; }), "/ by zero");
        same(of(() -> { int[] a = new int[3]; a[5] = 1; }), "Index 5 out of bounds for length 3");
        same(of(() -> { int[] a = new int[3]; int x = a[-1]; }), "Index -1 out of bounds for length 3");
        same(of(() -> { int[] a = new int[-2]; }), "-2");
        same(of(() -> { throw new Mine(new Error("in")); }), "java.lang.Error: in");
        same(of(() -> { throw new Mine(new Mine("x")); }), "ErrorText$Mine: x");
        same(of(() -> { throw new RuntimeException(new Error()); }), "java.lang.Error");
        assert of(() -> { throw new RuntimeException((Throwable) null); }) == null;
        assert of(() -> { throw new RuntimeException("a", new Error("b")); }).equals("a");
        same(new IllegalStateException("s").toString(), "java.lang.IllegalStateException: s");
        same(new AssertionError(7).getMessage(), "7");
        same(new AssertionError((Object) null).getMessage(), "null");
        assert new AssertionError().getMessage() == null;
        Error cause = new Error("c");
        assert new AssertionError(cause).getCause() == cause;
        try { new RuntimeException(cause).initCause(cause); assert false; } catch (IllegalStateException e) { }
        try { cause.initCause(cause); assert false; } catch (IllegalArgumentException e) { }
        cause.initCause(null);
        try { cause.initCause(null); assert false; } catch (IllegalStateException e) { }
    }
}
