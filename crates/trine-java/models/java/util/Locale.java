package java.util;

// Which one it is makes no difference.
public final class Locale {
    public static final Locale ROOT = new Locale();
    public static final Locale US = new Locale();
    public static final Locale ENGLISH = new Locale();

    private Locale() {}

    public static Locale getDefault() {
        return ROOT;
    }
}
