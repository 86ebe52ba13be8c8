package java.util;

import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

// Elements are read and written one by one. Sorting inserts them in order; objects are sorted as they are in Java, and
// are compared more often.
public final class Arrays {
    private Arrays() {}

    @SafeVarargs
    public static <T> List<T> asList(T... values) {
        if (values == null) throw new NullPointerException();
        return new ArrayView<T>(values);
    }

    public static <T> Stream<T> stream(T[] values) {
        return asList(values).stream();
    }

    public static IntStream stream(int[] values) {
        return IntStream.of(values);
    }

    public static LongStream stream(long[] values) {
        return LongStream.of(values);
    }

    public static <T> void setAll(T[] array, IntFunction<? extends T> make) {
        for (int i = 0; i < array.length; i++) array[i] = make.apply(i);
    }

    public static void setAll(int[] array, IntUnaryOperator make) {
        for (int i = 0; i < array.length; i++) array[i] = make.applyAsInt(i);
    }

    public static void setAll(long[] array, IntToLongFunction make) {
        for (int i = 0; i < array.length; i++) array[i] = make.applyAsLong(i);
    }

    public static void setAll(double[] array, IntToDoubleFunction make) {
        for (int i = 0; i < array.length; i++) array[i] = make.applyAsDouble(i);
    }

    public static void fill(Object[] array, Object value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(Object[] array, int from, int to, Object value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static <T> T[] copyOf(T[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        Object[] copy = new Object[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return (T[]) copy;
    }

    public static <T> T[] copyOfRange(T[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
        Object[] copy = new Object[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return (T[]) copy;
    }

    public static boolean equals(Object[] left, Object[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (!Objects.equals(left[i], right[i])) return false;
        }
        return true;
    }

    public static int hashCode(Object[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Objects.hashCode(array[i]);
        return hash;
    }

    public static void sort(Object[] array) {
        sort(array, null);
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

    public static String toString(Object[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    private static void inside(int length, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || to > length) throw new ArrayIndexOutOfBoundsException();
    }

    public static int binarySearch(int[] array, int key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(int[] array, int from, int to, int key) {
        inside(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int found = array[middle];
            if (found == key) return middle;
            if (found < key) low = middle + 1;
            else high = middle - 1;
        }
        return -(low + 1);
    }

    public static int binarySearch(long[] array, long key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(long[] array, int from, int to, long key) {
        inside(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            long found = array[middle];
            if (found == key) return middle;
            if (found < key) low = middle + 1;
            else high = middle - 1;
        }
        return -(low + 1);
    }

    public static int binarySearch(short[] array, short key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(short[] array, int from, int to, short key) {
        inside(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            short found = array[middle];
            if (found == key) return middle;
            if (found < key) low = middle + 1;
            else high = middle - 1;
        }
        return -(low + 1);
    }

    public static int binarySearch(char[] array, char key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(char[] array, int from, int to, char key) {
        inside(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            char found = array[middle];
            if (found == key) return middle;
            if (found < key) low = middle + 1;
            else high = middle - 1;
        }
        return -(low + 1);
    }

    public static int binarySearch(byte[] array, byte key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(byte[] array, int from, int to, byte key) {
        inside(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            byte found = array[middle];
            if (found == key) return middle;
            if (found < key) low = middle + 1;
            else high = middle - 1;
        }
        return -(low + 1);
    }

    public static int binarySearch(Object[] array, Object key) {
        return binarySearch(array, key, null);
    }

    public static <T> int binarySearch(T[] array, T key, Comparator<? super T> order) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int side = Objects.inOrder(order, array[middle], key);
            if (side == 0) return middle;
            if (side < 0) low = middle + 1;
            else high = middle - 1;
        }
        return -(low + 1);
    }

    public static void fill(int[] array, int value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(int[] array, int from, int to, int value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static int[] copyOf(int[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        int[] copy = new int[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static int[] copyOfRange(int[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
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

    public static int hashCode(int[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Integer.hashCode(array[i]);
        return hash;
    }

    public static String toString(int[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    public static void sort(int[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(int[] array, int from, int to) {
        inside(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            int value = array[i];
            int at = i;
            while (at > from && array[at - 1] > value) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
    }

    public static void fill(long[] array, long value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(long[] array, int from, int to, long value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static long[] copyOf(long[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        long[] copy = new long[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static long[] copyOfRange(long[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
        long[] copy = new long[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return copy;
    }

    public static boolean equals(long[] left, long[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) return false;
        }
        return true;
    }

    public static int hashCode(long[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Long.hashCode(array[i]);
        return hash;
    }

    public static String toString(long[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    public static void sort(long[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(long[] array, int from, int to) {
        inside(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            long value = array[i];
            int at = i;
            while (at > from && array[at - 1] > value) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
    }

    public static void fill(short[] array, short value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(short[] array, int from, int to, short value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static short[] copyOf(short[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        short[] copy = new short[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static short[] copyOfRange(short[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
        short[] copy = new short[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return copy;
    }

    public static boolean equals(short[] left, short[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) return false;
        }
        return true;
    }

    public static int hashCode(short[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Short.hashCode(array[i]);
        return hash;
    }

    public static String toString(short[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    public static void sort(short[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(short[] array, int from, int to) {
        inside(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            short value = array[i];
            int at = i;
            while (at > from && array[at - 1] > value) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
    }

    public static void fill(char[] array, char value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(char[] array, int from, int to, char value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static char[] copyOf(char[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        char[] copy = new char[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static char[] copyOfRange(char[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
        char[] copy = new char[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return copy;
    }

    public static boolean equals(char[] left, char[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) return false;
        }
        return true;
    }

    public static int hashCode(char[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Character.hashCode(array[i]);
        return hash;
    }

    public static String toString(char[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    public static void sort(char[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(char[] array, int from, int to) {
        inside(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            char value = array[i];
            int at = i;
            while (at > from && array[at - 1] > value) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
    }

    public static void fill(byte[] array, byte value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(byte[] array, int from, int to, byte value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static byte[] copyOf(byte[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        byte[] copy = new byte[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static byte[] copyOfRange(byte[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
        byte[] copy = new byte[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return copy;
    }

    public static boolean equals(byte[] left, byte[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) return false;
        }
        return true;
    }

    public static int hashCode(byte[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Byte.hashCode(array[i]);
        return hash;
    }

    public static String toString(byte[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    public static void sort(byte[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(byte[] array, int from, int to) {
        inside(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            byte value = array[i];
            int at = i;
            while (at > from && array[at - 1] > value) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
    }

    public static void fill(boolean[] array, boolean value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(boolean[] array, int from, int to, boolean value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static boolean[] copyOf(boolean[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        boolean[] copy = new boolean[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
        boolean[] copy = new boolean[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return copy;
    }

    public static boolean equals(boolean[] left, boolean[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) return false;
        }
        return true;
    }

    public static int hashCode(boolean[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Boolean.hashCode(array[i]);
        return hash;
    }

    public static String toString(boolean[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    public static void fill(double[] array, double value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(double[] array, int from, int to, double value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static double[] copyOf(double[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        double[] copy = new double[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static double[] copyOfRange(double[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
        double[] copy = new double[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return copy;
    }

    public static boolean equals(double[] left, double[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (Double.compare(left[i], right[i]) != 0) return false;
        }
        return true;
    }

    public static int hashCode(double[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Double.hashCode(array[i]);
        return hash;
    }

    public static String toString(double[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    public static void sort(double[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(double[] array, int from, int to) {
        inside(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            double value = array[i];
            int at = i;
            while (at > from && Double.compare(array[at - 1], value) > 0) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
    }

    public static void fill(float[] array, float value) {
        for (int i = 0; i < array.length; i++) array[i] = value;
    }

    public static void fill(float[] array, int from, int to, float value) {
        inside(array.length, from, to);
        for (int i = from; i < to; i++) array[i] = value;
    }

    public static float[] copyOf(float[] array, int length) {
        if (length < 0) throw new NegativeArraySizeException();
        float[] copy = new float[length];
        for (int i = 0; i < length && i < array.length; i++) copy[i] = array[i];
        return copy;
    }

    public static float[] copyOfRange(float[] array, int from, int to) {
        if (from > to) throw new IllegalArgumentException();
        if (from < 0 || from > array.length) throw new ArrayIndexOutOfBoundsException();
        float[] copy = new float[to - from];
        for (int i = from; i < to && i < array.length; i++) copy[i - from] = array[i];
        return copy;
    }

    public static boolean equals(float[] left, float[] right) {
        if (left == right) return true;
        if (left == null || right == null || left.length != right.length) return false;
        for (int i = 0; i < left.length; i++) {
            if (Float.compare(left[i], right[i]) != 0) return false;
        }
        return true;
    }

    public static int hashCode(float[] array) {
        if (array == null) return 0;
        int hash = 1;
        for (int i = 0; i < array.length; i++) hash = 31 * hash + Float.hashCode(array[i]);
        return hash;
    }

    public static String toString(float[] array) {
        if (array == null) return "null";
        String text = "[";
        for (int i = 0; i < array.length; i++) text += i == 0 ? String.valueOf(array[i]) : ", " + array[i];
        return text + "]";
    }

    public static void sort(float[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(float[] array, int from, int to) {
        inside(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            float value = array[i];
            int at = i;
            while (at > from && Float.compare(array[at - 1], value) > 0) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = value;
        }
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

        public Iterator<E> iterator() {
            return new ArrayCursor<E>(array);
        }
    }

    private static class ArrayCursor<E> implements Iterator<E> {
        private final E[] array;
        private int at;

        ArrayCursor(E[] array) {
            this.array = array;
        }

        public boolean hasNext() {
            return at < array.length;
        }

        public E next() {
            if (at >= array.length) throw new NoSuchElementException();
            at++;
            return array[at - 1];
        }
    }
}
