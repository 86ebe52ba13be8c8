package java.util.stream;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

// A sequential stream of numbers, kept as a stream of boxed ones. Averages and parallel streams are left out.
public class LongStream {
    private final Stream<Long> inner;

    LongStream(Stream<Long> inner) {
        this.inner = inner;
    }

    public static LongStream range(long from, long to) {
        return new LongStream(new Stream<Long>(() -> new Range(from, to)));
    }

    public static LongStream rangeClosed(long from, long last) {
        return range(from, last + 1);
    }

    public static LongStream of(long... values) {
        ArrayList<Long> all = new ArrayList<>();
        for (long value : values) all.add(value);
        return new LongStream(all.stream());
    }

    public static LongStream iterate(long first, LongUnaryOperator step) {
        return new LongStream(Stream.iterate(first, value -> step.applyAsLong(value)));
    }

    public Stream<Long> boxed() {
        return inner;
    }

    public LongStream sequential() {
        return this;
    }

    public LongStream filter(LongPredicate wanted) {
        return new LongStream(inner.filter(value -> wanted.test(value)));
    }

    public LongStream map(LongUnaryOperator change) {
        return new LongStream(inner.map(value -> change.applyAsLong(value)));
    }

    public <R> Stream<R> mapToObj(LongFunction<? extends R> change) {
        return inner.map(value -> change.apply(value));
    }

    public LongStream limit(long most) {
        return new LongStream(inner.limit(most));
    }

    public LongStream sorted() {
        return new LongStream(inner.sorted());
    }

    public LongStream distinct() {
        return new LongStream(inner.distinct());
    }

    public LongStream peek(LongConsumer action) {
        return new LongStream(inner.peek(value -> action.accept(value)));
    }

    public void forEach(LongConsumer action) {
        Iterator<Long> rest = inner.iterator();
        while (rest.hasNext()) action.accept(rest.next());
    }

    public long sum() {
        long sum = 0;
        Iterator<Long> rest = inner.iterator();
        while (rest.hasNext()) sum += rest.next();
        return sum;
    }

    public long count() {
        return inner.count();
    }

    public long reduce(long start, LongBinaryOperator join) {
        long result = start;
        Iterator<Long> rest = inner.iterator();
        while (rest.hasNext()) result = join.applyAsLong(result, rest.next());
        return result;
    }

    public OptionalLong max() {
        Iterator<Long> rest = inner.iterator();
        if (!rest.hasNext()) return OptionalLong.empty();
        long best = rest.next();
        while (rest.hasNext()) {
            long next = rest.next();
            if (next > best) best = next;
        }
        return OptionalLong.of(best);
    }

    public OptionalLong min() {
        Iterator<Long> rest = inner.iterator();
        if (!rest.hasNext()) return OptionalLong.empty();
        long best = rest.next();
        while (rest.hasNext()) {
            long next = rest.next();
            if (next < best) best = next;
        }
        return OptionalLong.of(best);
    }

    public boolean anyMatch(LongPredicate test) {
        return inner.anyMatch(value -> test.test(value));
    }

    public boolean allMatch(LongPredicate test) {
        return inner.allMatch(value -> test.test(value));
    }

    public boolean noneMatch(LongPredicate test) {
        return !anyMatch(test);
    }

    public long[] toArray() {
        ArrayList<Long> all = new ArrayList<>();
        Iterator<Long> rest = inner.iterator();
        while (rest.hasNext()) all.add(rest.next());
        long[] result = new long[all.size()];
        for (int i = 0; i < result.length; i++) result[i] = all.get(i);
        return result;
    }

    private static class Range implements Iterator<Long> {
        private long next;
        private final long end;

        Range(long next, long end) {
            this.next = next;
            this.end = end;
        }

        public boolean hasNext() {
            return next < end;
        }

        public Long next() {
            if (next >= end) throw new NoSuchElementException();
            next++;
            return next - 1;
        }
    }
}
