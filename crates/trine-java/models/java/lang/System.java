package java.lang;

import trine.Trine;

// Output is the front end's; clocks are inputs, and so do not even grow.
public final class System {
    private System() {}

    public static void exit(int status) {
        Trine.exit();
    }

    public static long currentTimeMillis() {
        return Trine.input();
    }

    public static long nanoTime() {
        return Trine.input();
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

    // The parts must not overlap to the right; elements are read and written one by one.
    public static void arraycopy(Object source, int from, Object target, int to, int length) {
        if (source instanceof Object[]) {
            Object[] read = (Object[]) source;
            Object[] write = (Object[]) target;
            for (int i = 0; i < length; i++) write[to + i] = read[from + i];
        } else {
            Trine.unmodelled("System.arraycopy of an array of numbers");
        }
    }
}
