import java.util.*;
/** Errors that one place raises again and again are different ones, also those of casts and lengths. */
public class SameErrorTwice {
    static Object o = "text";
    static int minus = -1;
    static Throwable cast() { try { Integer i = (Integer) o; return null; } catch (ClassCastException e) { return e; } }
    static Throwable length() { try { int[] a = new int[minus]; return null; } catch (NegativeArraySizeException e) { return e; } }
    static Throwable index() { try { int x = new int[1][minus + 2].length; return null; } catch (RuntimeException e) { return e; } }
    public static void main(String[] args) {
        assert cast() != cast();
        assert length() != length();
        Set<Throwable> all = new HashSet<>();
        for (int i = 0; i < 3; i++) all.add(cast());
        assert all.size() == 3;
        Throwable one = cast(), two = cast();
        one.initCause(new Error());
        assert two.getCause() == null && one.getCause() != null;
    }
}
