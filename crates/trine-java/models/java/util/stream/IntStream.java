package java.util.stream;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

// A sequential stream of numbers, kept as a stream of boxed ones. Averages and parallel streams are left out.
public class IntStream {
    private final Stream<Integer> inner;

    IntStream(Stream<Integer> inner) {
        this.inner = inner;
    }

    public static IntStream range(int from, int to) {
        return new IntStream(new Stream<Integer>(() -> new Range(from, to)));
    }

    public static IntStream rangeClosed(int from, int last) {
        return range(from, last + 1);
    }

    public static IntStream of(int... values) {
        ArrayList<Integer> all = new ArrayList<>();
        for (int value : values) all.add(value);
        return new IntStream(all.stream());
    }

    public static IntStream iterate(int first, IntUnaryOperator step) {
        return new IntStream(Stream.iterate(first, value -> step.applyAsInt(value)));
    }

    public Stream<Integer> boxed() {
        return inner;
    }

    public IntStream sequential() {
        return this;
    }

    public IntStream filter(IntPredicate wanted) {
        return new IntStream(inner.filter(value -> wanted.test(value)));
    }

    public IntStream map(IntUnaryOperator change) {
        return new IntStream(inner.map(value -> change.applyAsInt(value)));
    }

    public <R> Stream<R> mapToObj(IntFunction<? extends R> change) {
        return inner.map(value -> change.apply(value));
    }

    public IntStream limit(long most) {
        return new IntStream(inner.limit(most));
    }

    public IntStream sorted() {
        return new IntStream(inner.sorted());
    }

    public IntStream distinct() {
        return new IntStream(inner.distinct());
    }

    public IntStream peek(IntConsumer action) {
        return new IntStream(inner.peek(value -> action.accept(value)));
    }

    public void forEach(IntConsumer action) {
        Iterator<Integer> rest = inner.iterator();
        while (rest.hasNext()) action.accept(rest.next());
    }

    public int sum() {
        int sum = 0;
        Iterator<Integer> rest = inner.iterator();
        while (rest.hasNext()) sum += rest.next();
        return sum;
    }

    public long count() {
        return inner.count();
    }

    public int reduce(int start, IntBinaryOperator join) {
        int result = start;
        Iterator<Integer> rest = inner.iterator();
        while (rest.hasNext()) result = join.applyAsInt(result, rest.next());
        return result;
    }

    public OptionalInt max() {
        Iterator<Integer> rest = inner.iterator();
        if (!rest.hasNext()) return OptionalInt.empty();
        int best = rest.next();
        while (rest.hasNext()) {
            int next = rest.next();
            if (next > best) best = next;
        }
        return OptionalInt.of(best);
    }

    public OptionalInt min() {
        Iterator<Integer> rest = inner.iterator();
        if (!rest.hasNext()) return OptionalInt.empty();
        int best = rest.next();
        while (rest.hasNext()) {
            int next = rest.next();
            if (next < best) best = next;
        }
        return OptionalInt.of(best);
    }

    public boolean anyMatch(IntPredicate test) {
        return inner.anyMatch(value -> test.test(value));
    }

    public boolean allMatch(IntPredicate test) {
        return inner.allMatch(value -> test.test(value));
    }

    public boolean noneMatch(IntPredicate test) {
        return !anyMatch(test);
    }

    public int[] toArray() {
        ArrayList<Integer> all = new ArrayList<>();
        Iterator<Integer> rest = inner.iterator();
        while (rest.hasNext()) all.add(rest.next());
        int[] result = new int[all.size()];
        for (int i = 0; i < result.length; i++) result[i] = all.get(i);
        return result;
    }

    private static class Range implements Iterator<Integer> {
        private int next;
        private final int end;

        Range(int next, int end) {
            this.next = next;
            this.end = end;
        }

        public boolean hasNext() {
            return next < end;
        }

        public Integer next() {
            if (next >= end) throw new NoSuchElementException();
            next++;
            return next - 1;
        }
    }
}
