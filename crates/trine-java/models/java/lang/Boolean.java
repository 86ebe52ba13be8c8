package java.lang;

import trine.Trine;

// See Integer: a boxed boolean is a reference that holds 0 or 1.
public final class Boolean implements Comparable<Boolean> {
    public static final Boolean TRUE = true;
    public static final Boolean FALSE = false;

    private Boolean() {}

    public static Boolean valueOf(boolean value) {
        return value;
    }

    public static Boolean valueOf(String text) {
        return parseBoolean(text);
    }

    public static boolean parseBoolean(String text) {
        return "true".equalsIgnoreCase(text);
    }

    public static boolean getBoolean(String property) {
        return Trine.choose(0, 1) == 1;
    }

    public static int compare(boolean left, boolean right) {
        return left == right ? 0 : left ? 1 : -1;
    }

    public static boolean logicalAnd(boolean left, boolean right) {
        return left & right;
    }

    public static boolean logicalOr(boolean left, boolean right) {
        return left | right;
    }

    public static boolean logicalXor(boolean left, boolean right) {
        return left ^ right;
    }

    public static String toString(boolean value) {
        return value ? "true" : "false";
    }

    public boolean booleanValue() {
        return Trine.number(this) != 0;
    }

    public int compareTo(Boolean other) {
        return (int) (Trine.number(this) - Trine.number(other));
    }

    public boolean equals(Object other) {
        return other instanceof Boolean && booleanValue() == ((Boolean) other).booleanValue();
    }

    public static int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    public int hashCode() {
        return hashCode(booleanValue());
    }

    public String toString() {
        return toString(booleanValue());
    }
}
