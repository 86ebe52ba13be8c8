package java.lang;

import java.util.Locale;
import trine.Trine;

// Text is known where it is made of known text; other text is not followed. Patterns are followed where they
// are plain text, formats where they have no widths.
public final class String implements Comparable<String>, CharSequence {
    private static final String SPECIAL = "\\[](){}.*+?^$|";

    public String() {}

    // The constructors: each gives a string that no other place has.
    private static String make() {
        return Trine.join("", "");
    }

    private static String make(String text) {
        if (text == null) throw new NullPointerException();
        return Trine.join(text, "");
    }

    private static String make(char[] units) {
        return Trine.join(valueOf(units), "");
    }

    private static String make(char[] units, int from, int count) {
        return Trine.join(valueOf(units, from, count), "");
    }

    private static String make(StringBuilder text) {
        return Trine.join(text.toString(), "");
    }

    private static String make(StringBuffer text) {
        return Trine.join(text.toString(), "");
    }

    public static String valueOf(Object value) {
        return value == null ? "null" : value.toString();
    }

    public static String valueOf(int value) {
        return Trine.ofNumber(value);
    }

    public static String valueOf(long value) {
        return Trine.ofNumber(value);
    }

    public static String valueOf(char value) {
        return Trine.ofUnit(value);
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(double value) {
        return Trine.ofDouble(value);
    }

    public static String valueOf(float value) {
        return Trine.ofSingle(value);
    }

    public static String valueOf(char[] units) {
        String text = "";
        for (int i = 0; i < units.length; i++) text = Trine.join(text, Trine.ofUnit(units[i]));
        return text;
    }

    public static String valueOf(char[] units, int from, int count) {
        if (from < 0 || count < 0 || from > units.length - count) throw new StringIndexOutOfBoundsException();
        String text = "";
        for (int i = from; i < from + count; i++) text = Trine.join(text, Trine.ofUnit(units[i]));
        return text;
    }

    public static String copyValueOf(char[] units) {
        return valueOf(units);
    }

    // Texts with widths and floating-point numbers are not followed; what raises an error does so.
    public static String format(String format, Object... values) {
        Formats.check(format);
        String text = "";
        int next = 0;
        int at = 0;
        while (true) {
            int mark = Trine.find(format, "%", at);
            if (mark < 0) return Trine.join(text, Trine.part(format, at, format.length()));
            text = Trine.join(text, Trine.part(format, at, mark));
            int end = Formats.end(format, mark + 1);
            char kind = Trine.unitAt(format, end);
            at = end + 1;
            if (kind == 'n') {
                text = Trine.join(text, "\n");
            } else if (kind == '%') {
                text = Trine.join(text, Formats.of(format, mark, end, "%"));
            } else {
                // Without an array, each value is null.
                if (values != null && next >= values.length) throw new java.util.MissingFormatArgumentException(format);
                Object value = values == null ? null : values[next];
                text = Trine.join(text, Formats.of(format, mark, end, Formats.one(kind, value)));
                next++;
            }
        }
    }

    public static String format(Locale locale, String format, Object... values) {
        return format(format, values);
    }

    public static String join(CharSequence separator, CharSequence... parts) {
        String text = "";
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) text = Trine.join(text, valueOf(separator));
            text = Trine.join(text, valueOf(parts[i]));
        }
        return text;
    }

    public static String join(CharSequence separator, Iterable<? extends CharSequence> parts) {
        String text = "";
        boolean first = true;
        for (CharSequence part : parts) {
            if (!first) text = Trine.join(text, valueOf(separator));
            first = false;
            text = Trine.join(text, valueOf(part));
        }
        return text;
    }

    public String formatted(Object... values) {
        return format(this, values);
    }

    public int length() {
        return Trine.length(this);
    }

    public char charAt(int index) {
        if (index < 0 || index >= Trine.length(this)) throw new StringIndexOutOfBoundsException();
        return Trine.unitAt(this, index);
    }

    public boolean isEmpty() {
        return Trine.length(this) == 0;
    }

    public boolean isBlank() {
        return Trine.length(Trine.trim(this)) == 0;
    }

    public boolean equals(Object other) {
        return Trine.same(this, other);
    }

    public boolean contentEquals(CharSequence other) {
        return Trine.same(this, other.toString());
    }

    public boolean equalsIgnoreCase(String other) {
        return other != null && Trine.compareFolded(this, other) == 0;
    }

    public int compareTo(String other) {
        if (other == null) throw new NullPointerException();
        return Trine.compare(this, other);
    }

    public int compareToIgnoreCase(String other) {
        if (other == null) throw new NullPointerException();
        return Trine.compareFolded(this, other);
    }

    public boolean contains(CharSequence part) {
        return Trine.find(this, part.toString(), 0) >= 0;
    }

    public boolean startsWith(String prefix) {
        if (prefix == null) throw new NullPointerException();
        return Trine.find(this, prefix, 0) == 0;
    }

    public boolean endsWith(String suffix) {
        int from = Trine.length(this) - suffix.length();
        return from >= 0 && Trine.find(this, suffix, from) == from;
    }

    public int indexOf(String part) {
        if (part == null) throw new NullPointerException();
        return Trine.find(this, part, 0);
    }

    public int indexOf(String part, int from) {
        if (part == null) throw new NullPointerException();
        return Trine.find(this, part, from);
    }

    public int indexOf(int character) {
        return Trine.find(this, Trine.ofUnit(character), 0);
    }

    public int indexOf(int character, int from) {
        return Trine.find(this, Trine.ofUnit(character), from);
    }

    public int lastIndexOf(String part) {
        if (part == null) throw new NullPointerException();
        return Trine.findLast(this, part);
    }

    public int lastIndexOf(int character) {
        return Trine.findLast(this, Trine.ofUnit(character));
    }

    public String substring(int begin) {
        return substring(begin, Trine.length(this));
    }

    public String substring(int begin, int end) {
        if (begin < 0 || end > Trine.length(this) || begin > end) throw new StringIndexOutOfBoundsException();
        return Trine.part(this, begin, end);
    }

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public String trim() {
        return Trine.trim(this);
    }

    public String strip() {
        return Trine.trim(this);
    }

    public String toLowerCase() {
        return Trine.lower(this);
    }

    public String toUpperCase() {
        return Trine.upper(this);
    }

    public String replace(CharSequence from, CharSequence to) {
        return Trine.replace(this, from.toString(), to.toString());
    }

    public String replace(char from, char to) {
        return Trine.replace(this, Trine.ofUnit(from), Trine.ofUnit(to));
    }

    public String repeat(int count) {
        if (count < 0) throw new IllegalArgumentException();
        String text = "";
        for (int i = 0; i < count; i++) text = Trine.join(text, this);
        return text;
    }

    public String concat(String other) {
        if (other == null) throw new NullPointerException();
        return Trine.join(this, other);
    }

    public String[] split(String pattern) {
        if (!plain(pattern)) return Trine.opaque();
        if (Trine.length(this) == 0) return new String[] {""};
        // Empty parts at the end do not count.
        int count = 0;
        int number = 0;
        int at = 0;
        int found = 0;
        while (found >= 0) {
            found = Trine.find(this, pattern, at);
            number++;
            if (found < 0 ? at < Trine.length(this) : found > at) count = number;
            at = found + pattern.length();
        }
        String[] result = new String[count];
        at = 0;
        for (int i = 0; i < count; i++) {
            found = Trine.find(this, pattern, at);
            result[i] = Trine.part(this, at, found < 0 ? Trine.length(this) : found);
            at = found + pattern.length();
        }
        return result;
    }

    public boolean matches(String pattern) {
        if (!plain(pattern)) return Trine.opaque();
        return Trine.same(this, pattern);
    }

    // Whether a pattern means just itself.
    private static boolean plain(String pattern) {
        int length = pattern.length();
        if (length == 0) return false;
        for (int i = 0; i < length; i++) {
            if (Trine.find(SPECIAL, Trine.part(pattern, i, i + 1), 0) >= 0) return false;
        }
        return true;
    }

    public char[] toCharArray() {
        int length = Trine.length(this);
        char[] units = new char[length];
        for (int i = 0; i < length; i++) units[i] = Trine.unitAt(this, i);
        return units;
    }

    public byte[] getBytes() {
        return Trine.opaque();
    }

    public String intern() {
        return this;
    }

    public int hashCode() {
        return Trine.hash(this);
    }

    public String toString() {
        return this;
    }
}
