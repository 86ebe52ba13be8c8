package java.util;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trine.Trine;

// Elements are read and written one by one. Sorting inserts them in order.
public final class Arrays {
    private Arrays() {}

    @SafeVarargs
    public static <T> List<T> asList(T... values) {
        return new ArrayView<T>(values);
    }

    public static <T> Stream<T> stream(T[] values) {
        return asList(values).stream();
    }

    public static IntStream stream(int[] values) {
        return IntStream.of(values);
    }

    public static void fill(int[] array, int value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(long[] array, long value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(boolean[] array, boolean value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(Object[] array, Object value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static <T> void setAll(T[] array, IntFunction<? extends T> make) {
        for (int i = 0; i < array.length; i++) array[i] = make.apply(i);
    }

    public static int[] copyOf(int[] array, int length) {
        int[] copy = new int[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static <T> T[] copyOf(T[] array, int length) {
        Object[] copy = new Object[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return (T[]) copy;
    }

    public static int[] copyOfRange(int[] array, int from, int to) {
        int[] copy = new int[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return copy;
    }

    public static boolean equals(int[] left, int[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) return false;
        }
        return true;
    }

    public static void sort(int[] array) {
        for (int i = 1; i < array.length; i++) {
            int value = array[i];
            int at = i;
            while (at > 0 && array[at - 1] > value) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
    }

    public static <T> void sort(T[] array, Comparator<? super T> order) {
        for (int i = 1; i < array.length; i++) {
            T value = array[i];
            int at = i;
            while (at > 0 && Objects.inOrder(order, array[at - 1], value) > 0) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
    }

    public static String toString(int[] array) {
        return Trine.opaque();
    }

    public static String toString(long[] array) {
        return Trine.opaque();
    }

    public static String toString(boolean[] array) {
        return Trine.opaque();
    }

    public static String toString(Object[] array) {
        return Trine.opaque();
    }

    // A list of fixed size that reads and writes an array.
    private static class ArrayView<E> extends AbstractList<E> {
        private final E[] array;

        ArrayView(E[] array) {
            this.array = array;
        }

        public int size() {
            return array.length;
        }

        public E get(int index) {
            return array[index];
        }

        public E set(int index, E value) {
            E old = array[index];
            array[index] = value;
            return old;
        }
    }
}
