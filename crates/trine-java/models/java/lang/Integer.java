package java.lang;

import trine.Trine;

// A boxed number is an object that Trine itself knows: its class and its number. Boxes of small numbers are the same
// object where they are equal, others are so only if nothing else was made meanwhile.
public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private Integer() {}

    public static Integer valueOf(int number) {
        return number;
    }

    public static Integer valueOf(String text) {
        return parseInt(text);
    }

    public static int parseInt(String text) {
        if (text == null || !Trine.isNumber(text)) throw new NumberFormatException();
        long value = Trine.parse(text);
        if (value < MIN_VALUE || value > MAX_VALUE) throw new NumberFormatException();
        return (int) value;
    }

    public static int parseInt(String text, int radix) {
        if (text == null || radix < 2 || radix > 36) throw new NumberFormatException();
        int end = text.length();
        boolean negative = end > 0 && text.charAt(0) == '-';
        int at = end > 0 && (negative || text.charAt(0) == '+') ? 1 : 0;
        if (at == end) throw new NumberFormatException();
        long sum = 0;
        while (at < end) {
            int digit = Character.digit(text.charAt(at++), radix);
            if (digit < 0) throw new NumberFormatException();
            sum = sum * radix + digit;
            if (sum > -(long) MIN_VALUE) throw new NumberFormatException();
        }
        if (!negative && sum > MAX_VALUE) throw new NumberFormatException();
        return (int) (negative ? -sum : sum);
    }

    public static int compare(int left, int right) {
        return left < right ? -1 : left == right ? 0 : 1;
    }

    public static int max(int left, int right) {
        return left >= right ? left : right;
    }

    public static int min(int left, int right) {
        return left <= right ? left : right;
    }

    public static int sum(int left, int right) {
        return left + right;
    }

    public static int signum(int number) {
        return number < 0 ? -1 : number == 0 ? 0 : 1;
    }

    public static int bitCount(int number) {
        int pairs = number - ((number >>> 1) & 0x55555555);
        int fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
        int bytes = (fours + (fours >>> 4)) & 0x0f0f0f0f;
        return (int) ((bytes * 0x01010101) >>> 24);
    }

    public static int numberOfTrailingZeros(int number) {
        return number == 0 ? 32 : bitCount((number & -number) - 1);
    }

    public static int numberOfLeadingZeros(int number) {
        return 32 - bitCount(filled(number));
    }

    public static int lowestOneBit(int number) {
        return number & -number;
    }

    public static int highestOneBit(int number) {
        int all = filled(number);
        return all - (all >>> 1);
    }

    // All bits from the highest one down.
    private static int filled(int number) {
        int all = number;
        for (int by = 1; by < 32; by += by) all |= all >>> by;
        return all;
    }

    public static int rotateLeft(int number, int by) {
        return (number << by) | (number >>> -by);
    }

    public static int rotateRight(int number, int by) {
        return (number >>> by) | (number << -by);
    }

    public static int compareUnsigned(int left, int right) {
        return compare(left + MIN_VALUE, right + MIN_VALUE);
    }

    public static String toBinaryString(int number) {
        return inBits(number, 1);
    }

    public static String toHexString(int number) {
        return inBits(number, 4);
    }

    public static String toOctalString(int number) {
        return inBits(number, 3);
    }

    // The digits of an unsigned number, each of so many bits.
    private static String inBits(int number, int bits) {
        if (!Trine.isKnown(number)) return Trine.opaque();
        String text = "";
        int rest = number;
        do {
            int digit = (int) (rest & (1 << bits) - 1);
            text = Trine.join(Trine.ofUnit((char) (digit < 10 ? '0' + digit : 'a' + digit - 10)), text);
            rest >>>= bits;
        } while (rest != 0);
        return text;
    }

    public static long toUnsignedLong(int number) {
        return number & 0xffffffffL;
    }

    public static int divideUnsigned(int left, int right) {
        return (int) (toUnsignedLong(left) / toUnsignedLong(right));
    }

    public static int remainderUnsigned(int left, int right) {
        return (int) (toUnsignedLong(left) % toUnsignedLong(right));
    }

    public static int hashCode(int number) {
        return number;
    }

    public static String toString(int number) {
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

    public int compareTo(Integer other) {
        long left = Trine.number(this);
        long right = Trine.number(other);
        return left < right ? -1 : left == right ? 0 : 1;
    }

    public boolean equals(Object other) {
        return other instanceof Integer && intValue() == ((Integer) other).intValue();
    }

    public int hashCode() {
        return intValue();
    }

    public String toString() {
        return toString(intValue());
    }
}
