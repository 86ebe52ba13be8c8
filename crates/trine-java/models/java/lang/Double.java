package java.lang;

import trine.Trine;

// A boxed number of floating point is an object with a field, and not, as those of whole numbers are, a reference that
// holds the number. Its text and its hash are not followed.
public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0 / 0.0;
    public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
    public static final double NaN = 0.0 / 0.0;
    public static final double MAX_VALUE = 0x1.fffffffffffffp+1023;
    public static final double MIN_NORMAL = 0x1.0p-1022;
    public static final double MIN_VALUE = 0x0.0000000000001p-1022;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final double value;

    public Double(double value) {
        this.value = value;
    }

    public static Double valueOf(double number) {
        return new Double(number);
    }

    public static Double valueOf(String text) {
        return new Double(parseDouble(text));
    }

    public static double parseDouble(String text) {
        if (text == null) throw new NullPointerException();
        if (!isNumber(text)) throw new NumberFormatException();
        return Trine.opaque();
    }

    // Whether a text has the form of a floating-point number. What hexadecimal ones look like is left out.
    static boolean isNumber(String given) {
        String text = given.trim();
        int end = text.length();
        int at = isOneOf(text, 0, "+-") ? 1 : 0;
        String rest = text.substring(at);
        if (rest.equals("NaN") || rest.equals("Infinity")) return true;
        if (rest.startsWith("0x") || rest.startsWith("0X")) return Trine.opaque();
        int whole = afterDigits(text, at);
        int digits = whole - at;
        at = whole;
        if (isOneOf(text, at, ".")) {
            int part = afterDigits(text, at + 1);
            digits += part - at - 1;
            at = part;
        }
        if (digits == 0) return false;
        if (isOneOf(text, at, "eE")) {
            int power = isOneOf(text, at + 1, "+-") ? at + 2 : at + 1;
            at = afterDigits(text, power);
            if (at == power) return false;
        }
        if (isOneOf(text, at, "fFdD")) at++;
        return at == end;
    }

    private static boolean isOneOf(String text, int at, String wanted) {
        return at < text.length() && wanted.indexOf(text.charAt(at)) >= 0;
    }

    private static int afterDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        return at;
    }

    // What is no number is equal to itself and above all others; zeros have signs.
    public static int compare(double left, double right) {
        if (left < right) return -1;
        if (left > right) return 1;
        if (left == right) {
            if (left != 0) return 0;
            double one = 1 / left;
            double other = 1 / right;
            return one < other ? -1 : one > other ? 1 : 0;
        }
        boolean odd = left != left;
        boolean other = right != right;
        return odd == other ? 0 : odd ? 1 : -1;
    }

    public static double max(double left, double right) {
        return Math.max(left, right);
    }

    public static double min(double left, double right) {
        return Math.min(left, right);
    }

    public static double sum(double left, double right) {
        return left + right;
    }

    public static boolean isNaN(double number) {
        return number != number;
    }

    public static boolean isInfinite(double number) {
        return number == POSITIVE_INFINITY || number == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(double number) {
        return number - number == 0;
    }

    public static int hashCode(double number) {
        return Trine.opaque();
    }

    public static String toString(double number) {
        return Trine.ofDouble(number);
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return (long) value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return value;
    }

    public int compareTo(Double other) {
        return compare(value, other.value);
    }

    public boolean equals(Object other) {
        return other instanceof Double && compare(value, ((Double) other).value) == 0;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public String toString() {
        return toString(value);
    }
}
