package java.util;

import java.util.function.Supplier;
import trine.Trine;

public final class Objects {
    private Objects() {}

    public static boolean equals(Object left, Object right) {
        return left == null ? right == null : left.equals(right);
    }

    public static <T> T requireNonNull(T value) {
        if (value == null) throw new NullPointerException();
        return value;
    }

    public static <T> T requireNonNull(T value, String message) {
        if (value == null) throw new NullPointerException(message);
        return value;
    }

    public static <T> T requireNonNull(T value, Supplier<String> message) {
        if (value == null) throw new NullPointerException(message == null ? null : message.get());
        return value;
    }

    public static <T> T requireNonNullElse(T value, T otherwise) {
        return value != null ? value : requireNonNull(otherwise);
    }

    public static <T> T requireNonNullElseGet(T value, Supplier<? extends T> otherwise) {
        return value != null ? value : requireNonNull(otherwise.get());
    }

    public static boolean isNull(Object value) {
        return value == null;
    }

    public static boolean nonNull(Object value) {
        return value != null;
    }

    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) throw new IndexOutOfBoundsException();
        return index;
    }

    public static int hashCode(Object value) {
        return value == null ? 0 : value.hashCode();
    }

    public static int hash(Object... values) {
        return Arrays.hashCode(values);
    }

    public static String toString(Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }

    public static <T> int compare(T left, T right, Comparator<? super T> order) {
        return left == right ? 0 : order.compare(left, right);
    }

    public static String toString(Object value) {
        return String.valueOf(value);
    }

    // For the models: how two values compare, by a given order or by their own.
    public static int inOrder(Comparator order, Object left, Object right) {
        if (order != null) return order.compare(left, right);
        return ((Comparable) left).compareTo(right);
    }
}
