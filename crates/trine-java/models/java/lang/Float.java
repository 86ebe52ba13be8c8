package java.lang;

import trine.Trine;

// A boxed number of floating point is an object with a field, and not, as those of whole numbers are, a reference that
// holds the number. Its text and its hash are not followed.
public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffeP+127f;
    public static final float MIN_NORMAL = 0x1.0p-126f;
    public static final float MIN_VALUE = 0x0.000002P-126f;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private final float value;

    public Float(float value) {
        this.value = value;
    }

    public static Float valueOf(float number) {
        return new Float(number);
    }

    public static Float valueOf(String text) {
        return new Float(parseFloat(text));
    }

    public static float parseFloat(String text) {
        if (text == null) throw new NullPointerException();
        if (!Double.isNumber(text)) throw new NumberFormatException();
        return Trine.opaque();
    }

    // What is no number is equal to itself and above all others; zeros have signs.
    public static int compare(float left, float right) {
        if (left < right) return -1;
        if (left > right) return 1;
        if (left == right) {
            if (left != 0) return 0;
            float one = 1 / left;
            float other = 1 / right;
            return one < other ? -1 : one > other ? 1 : 0;
        }
        boolean odd = left != left;
        boolean other = right != right;
        return odd == other ? 0 : odd ? 1 : -1;
    }

    public static float max(float left, float right) {
        return Math.max(left, right);
    }

    public static float min(float left, float right) {
        return Math.min(left, right);
    }

    public static float sum(float left, float right) {
        return left + right;
    }

    public static boolean isNaN(float number) {
        return number != number;
    }

    public static boolean isInfinite(float number) {
        return number == POSITIVE_INFINITY || number == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(float number) {
        return number - number == 0;
    }

    public static int hashCode(float number) {
        return Trine.opaque();
    }

    public static String toString(float number) {
        return Trine.ofSingle(number);
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

    public int compareTo(Float other) {
        return compare(value, other.value);
    }

    public boolean equals(Object other) {
        return other instanceof Float && compare(value, ((Float) other).value) == 0;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public String toString() {
        return toString(value);
    }
}
