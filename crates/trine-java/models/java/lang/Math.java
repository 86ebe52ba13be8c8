package java.lang;

import trine.Trine;

// Powers, logarithms and the like are not followed.
public final class Math {
    public static final double PI = 3.141592653589793;
    public static final double E = 2.718281828459045;

    private Math() {}

    public static int abs(int value) {
        return value < 0 ? -value : value;
    }

    public static long abs(long value) {
        return value < 0 ? -value : value;
    }

    public static float abs(float value) {
        return value <= 0 ? 0.0f - value : value;
    }

    public static double abs(double value) {
        return value <= 0 ? 0.0 - value : value;
    }

    public static int max(int left, int right) {
        return left >= right ? left : right;
    }

    public static long max(long left, long right) {
        return left >= right ? left : right;
    }

    public static float max(float left, float right) {
        return (float) max((double) left, (double) right);
    }

    // What is no number stays so, and zeros have signs.
    public static double max(double left, double right) {
        if (left != left) return left;
        if (left == 0 && right == 0) return left + right;
        return left >= right ? left : right;
    }

    public static int min(int left, int right) {
        return left <= right ? left : right;
    }

    public static long min(long left, long right) {
        return left <= right ? left : right;
    }

    public static float min(float left, float right) {
        return (float) min((double) left, (double) right);
    }

    public static double min(double left, double right) {
        if (left != left) return left;
        if (left == 0 && right == 0) return -(-left - right);
        return left <= right ? left : right;
    }

    public static int floorMod(int left, int right) {
        int rest = left % right;
        if (rest != 0 && (rest < 0) != (right < 0)) rest += right;
        return rest;
    }

    public static long floorMod(long left, long right) {
        long rest = left % right;
        if (rest != 0 && (rest < 0) != (right < 0)) rest += right;
        return rest;
    }

    public static int floorDiv(int left, int right) {
        int result = left / right;
        if (result * right != left && (left < 0) != (right < 0)) result--;
        return result;
    }

    public static long floorDiv(long left, long right) {
        long result = left / right;
        if (result * right != left && (left < 0) != (right < 0)) result--;
        return result;
    }

    public static int addExact(int left, int right) {
        int result = left + right;
        if (left >= 0 == right >= 0 && left >= 0 != result >= 0) throw new ArithmeticException();
        return result;
    }

    public static long addExact(long left, long right) {
        long result = left + right;
        if (left >= 0 == right >= 0 && left >= 0 != result >= 0) throw new ArithmeticException();
        return result;
    }

    public static int subtractExact(int left, int right) {
        int result = left - right;
        if (left >= 0 != right >= 0 && left >= 0 != result >= 0) throw new ArithmeticException();
        return result;
    }

    public static int multiplyExact(int left, int right) {
        long result = (long) left * right;
        if (result != (int) result) throw new ArithmeticException();
        return (int) result;
    }

    public static long subtractExact(long left, long right) {
        long result = left - right;
        if (left >= 0 != right >= 0 && left >= 0 != result >= 0) throw new ArithmeticException();
        return result;
    }

    public static long multiplyExact(long left, long right) {
        long result = left * right;
        boolean fits = left == 0 || result / left == right && !(left == -1 && right == Long.MIN_VALUE);
        if (!fits) throw new ArithmeticException();
        return result;
    }

    public static int negateExact(int value) {
        return subtractExact(0, value);
    }

    public static long negateExact(long value) {
        return subtractExact(0L, value);
    }

    public static int absExact(int value) {
        return value < 0 ? negateExact(value) : value;
    }

    public static int ceilDiv(int left, int right) {
        return -floorDiv(-left, right);
    }

    public static int clamp(long value, int low, int high) {
        if (low > high) throw new IllegalArgumentException();
        return (int) (value < low ? low : value > high ? high : value);
    }

    public static double clamp(double value, double low, double high) {
        if (!(low <= high)) throw new IllegalArgumentException();
        return min(high, max(value, low));
    }

    public static int incrementExact(int value) {
        return addExact(value, 1);
    }

    public static int decrementExact(int value) {
        return subtractExact(value, 1);
    }

    public static int toIntExact(long value) {
        if (value != (int) value) throw new ArithmeticException();
        return (int) value;
    }

    public static double random() {
        return Trine.choose(0.0, 0x1.fffffffffffffp-1);
    }

    public static double sqrt(double value) {
        return Trine.squareRoot(value);
    }

    public static double pow(double base, double exponent) {
        return Trine.opaque();
    }

    // From 2 to the power of 52 on, all numbers are whole.
    private static boolean isWhole(double value) {
        return !(value > -4503599627370496.0 && value < 4503599627370496.0) || value == 0;
    }

    public static double floor(double value) {
        if (isWhole(value)) return value;
        double whole = (long) value;
        return whole > value ? whole - 1 : whole;
    }

    public static double ceil(double value) {
        return -floor(-value);
    }

    public static long round(double value) {
        if (isWhole(value)) return (long) value;
        double below = floor(value);
        return (long) (value - below >= 0.5 ? below + 1 : below);
    }

    public static int round(float value) {
        return (int) max(-2147483648.0, min(2147483647.0, (double) round((double) value)));
    }

    public static double signum(double value) {
        return value > 0 ? 1.0 : value < 0 ? -1.0 : value;
    }

    public static double sin(double value) {
        return Trine.opaque();
    }

    public static double cos(double value) {
        return Trine.opaque();
    }

    public static double log(double value) {
        return Trine.opaque();
    }

    public static double exp(double value) {
        return Trine.opaque();
    }
}
