package java.lang;

import trine.Trine;

// See Integer: a boxed number is a reference that holds the number.
public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private Long() {}

    public static Long valueOf(long number) {
        return number;
    }

    public static Long valueOf(String text) {
        return parseLong(text);
    }

    public static long parseLong(String text) {
        if (text == null || !Trine.isNumber(text)) throw new NumberFormatException();
        long value = Trine.parse(text);
        return value;
    }

    public static int compare(long left, long right) {
        return left < right ? -1 : left == right ? 0 : 1;
    }

    public static long max(long left, long right) {
        return left >= right ? left : right;
    }

    public static long min(long left, long right) {
        return left <= right ? left : right;
    }

    public static long sum(long left, long right) {
        return left + right;
    }

    public static int signum(long number) {
        return number < 0 ? -1 : number == 0 ? 0 : 1;
    }

    public static int bitCount(long number) {
        long pairs = number - ((number >>> 1) & 0x5555555555555555L);
        long fours = (pairs & 0x3333333333333333L) + ((pairs >>> 2) & 0x3333333333333333L);
        long bytes = (fours + (fours >>> 4)) & 0x0f0f0f0f0f0f0f0fL;
        return (int) ((bytes * 0x0101010101010101L) >>> 56);
    }

    public static int numberOfTrailingZeros(long number) {
        return number == 0 ? 64 : bitCount((number & -number) - 1);
    }

    public static int numberOfLeadingZeros(long number) {
        return 64 - bitCount(filled(number));
    }

    public static long lowestOneBit(long number) {
        return number & -number;
    }

    public static long highestOneBit(long number) {
        long all = filled(number);
        return all - (all >>> 1);
    }

    // All bits from the highest one down.
    private static long filled(long number) {
        long all = number;
        for (int by = 1; by < 64; by += by) all |= all >>> by;
        return all;
    }

    public static long rotateLeft(long number, int by) {
        return (number << by) | (number >>> -by);
    }

    public static long rotateRight(long number, int by) {
        return (number >>> by) | (number << -by);
    }

    public static int compareUnsigned(long left, long right) {
        return compare(left + MIN_VALUE, right + MIN_VALUE);
    }

    public static String toBinaryString(long number) {
        return inBits(number, 1);
    }

    public static String toHexString(long number) {
        return inBits(number, 4);
    }

    public static String toOctalString(long number) {
        return inBits(number, 3);
    }

    // The digits of an unsigned number, each of so many bits.
    private static String inBits(long number, int bits) {
        if (!Trine.isKnown(number)) return Trine.opaque();
        String text = "";
        long rest = number;
        do {
            int digit = (int) (rest & (1 << bits) - 1);
            text = Trine.join(Trine.ofUnit((char) (digit < 10 ? '0' + digit : 'a' + digit - 10)), text);
            rest >>>= bits;
        } while (rest != 0);
        return text;
    }

    public static int hashCode(long number) {
        return (int) (number ^ (number >>> 32));
    }

    public static String toString(long number) {
        return Trine.ofNumber(number);
    }

    public int intValue() {
        return (int) Trine.number(this);
    }

    public long longValue() {
        return Trine.number(this);
    }

    public float floatValue() {
        return Trine.number(this);
    }

    public double doubleValue() {
        return Trine.number(this);
    }

    public int compareTo(Long other) {
        return compare(Trine.number(this), Trine.number(other));
    }

    public boolean equals(Object other) {
        return other instanceof Long && longValue() == ((Long) other).longValue();
    }

    public int hashCode() {
        return hashCode(longValue());
    }

    public String toString() {
        return toString(longValue());
    }
}
