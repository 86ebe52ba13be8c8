package java.lang;

import trine.Trine;

// Output is the front end's; what clocks show is compared with constants only, else it is not followed.
public final class System {
    private System() {}

    public static void exit(int status) {
        Trine.exit();
    }

    public static long currentTimeMillis() {
        return Trine.moment();
    }

    public static long nanoTime() {
        return Trine.moment();
    }

    public static int identityHashCode(Object object) {
        return Trine.opaque();
    }

    public static String getProperty(String key) {
        return Trine.opaque();
    }

    public static String getProperty(String key, String otherwise) {
        return Trine.opaque();
    }

    public static String getenv(String key) {
        return Trine.opaque();
    }

    public static String lineSeparator() {
        return "\n";
    }

    public static void gc() {}

    public static void runFinalization() {}

    // Between arrays that are seen to be such, elements are read and written one by one; that is no
    // call of this method.
    public static void arraycopy(Object source, int from, Object target, int to, int length) {
        Trine.unmodelled("System.arraycopy between what is not seen to be arrays");
    }
}
