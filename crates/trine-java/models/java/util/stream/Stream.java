package java.util.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

// A sequential stream: each element goes through all stages before the next one is asked for, and nothing
// happens before somebody wants a result. Parallel streams are left out, and so is that a stream is used once.
public class Stream<T> {
    private final Iterable<T> source;

    public Stream(Iterable<T> source) {
        this.source = source;
    }

    @SafeVarargs
    public static <T> Stream<T> of(T... values) {
        return java.util.Arrays.asList(values).stream();
    }

    public static <T> Stream<T> empty() {
        return new ArrayList<T>().stream();
    }

    public static <T> Stream<T> iterate(T first, UnaryOperator<T> step) {
        return new Stream<T>(() -> new Steps<T>(first, step));
    }

    public static <T> Stream<T> generate(Supplier<? extends T> supplier) {
        return new Stream<T>(() -> new Endless<T>(supplier));
    }

    public static <T> Stream<T> concat(Stream<? extends T> first, Stream<? extends T> second) {
        ArrayList<Stream<? extends T>> both = new ArrayList<>();
        both.add(first);
        both.add(second);
        return both.stream().flatMap(one -> (Stream<T>) one);
    }

    public Iterator<T> iterator() {
        return source.iterator();
    }

    public Stream<T> sequential() {
        return this;
    }

    public Stream<T> filter(Predicate<? super T> wanted) {
        return new Stream<T>(() -> new Sieve<T>(iterator(), wanted));
    }

    public <R> Stream<R> map(Function<? super T, ? extends R> change) {
        return new Stream<R>(() -> new Changed<T, R>(iterator(), change));
    }

    public IntStream mapToInt(ToIntFunction<? super T> change) {
        return new IntStream(map(value -> change.applyAsInt(value)));
    }

    public LongStream mapToLong(ToLongFunction<? super T> change) {
        return new LongStream(map(value -> change.applyAsLong(value)));
    }

    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> change) {
        return new Stream<R>(() -> new Flat<T, R>(iterator(), change));
    }

    public Stream<T> peek(Consumer<? super T> action) {
        return map(value -> {
            action.accept(value);
            return value;
        });
    }

    public Stream<T> limit(long most) {
        if (most < 0) throw new IllegalArgumentException();
        return new Stream<T>(() -> new Head<T>(iterator(), most));
    }

    public Stream<T> skip(long count) {
        return new Stream<T>(() -> {
            Iterator<T> rest = iterator();
            for (long i = 0; i < count && rest.hasNext(); i++) rest.next();
            return rest;
        });
    }

    public Stream<T> distinct() {
        return new Stream<T>(() -> {
            ArrayList<T> seen = new ArrayList<>();
            for (Iterator<T> rest = iterator(); rest.hasNext();) {
                T value = rest.next();
                if (!seen.contains(value)) seen.add(value);
            }
            return seen.iterator();
        });
    }

    public Stream<T> sorted() {
        return sorted(null);
    }

    public Stream<T> sorted(Comparator<? super T> order) {
        return new Stream<T>(() -> {
            ArrayList<T> all = gathered();
            Collections.sort(all, order);
            return all.iterator();
        });
    }

    public void forEach(Consumer<? super T> action) {
        Iterator<T> rest = iterator();
        while (rest.hasNext()) action.accept(rest.next());
    }

    public void forEachOrdered(Consumer<? super T> action) {
        forEach(action);
    }

    private ArrayList<T> gathered() {
        ArrayList<T> all = new ArrayList<>();
        Iterator<T> rest = iterator();
        while (rest.hasNext()) all.add(rest.next());
        return all;
    }

    public List<T> toList() {
        return Collections.unmodifiableList(gathered());
    }

    public Object[] toArray() {
        return gathered().toArray();
    }

    public <A> A[] toArray(IntFunction<A[]> make) {
        ArrayList<T> all = gathered();
        return all.toArray(make.apply(all.size()));
    }

    public <A, R> R collect(Collector<? super T, A, R> collector) {
        A made = collector.supplier.get();
        Iterator<T> rest = iterator();
        while (rest.hasNext()) collector.accumulator.accept(made, rest.next());
        return collector.finisher.apply(made);
    }

    public T reduce(T start, BinaryOperator<T> join) {
        T result = start;
        Iterator<T> rest = iterator();
        while (rest.hasNext()) result = join.apply(result, rest.next());
        return result;
    }

    public Optional<T> reduce(BinaryOperator<T> join) {
        Iterator<T> rest = iterator();
        if (!rest.hasNext()) return Optional.empty();
        T result = rest.next();
        while (rest.hasNext()) result = join.apply(result, rest.next());
        return Optional.of(result);
    }

    public long count() {
        long count = 0;
        Iterator<T> rest = iterator();
        while (rest.hasNext()) {
            rest.next();
            count++;
        }
        return count;
    }

    public Optional<T> min(Comparator<? super T> order) {
        return reduce((left, right) -> order.compare(left, right) <= 0 ? left : right);
    }

    public Optional<T> max(Comparator<? super T> order) {
        return reduce((left, right) -> order.compare(left, right) >= 0 ? left : right);
    }

    public boolean anyMatch(Predicate<? super T> test) {
        Iterator<T> rest = iterator();
        while (rest.hasNext()) {
            if (test.test(rest.next())) return true;
        }
        return false;
    }

    public boolean allMatch(Predicate<? super T> test) {
        Iterator<T> rest = iterator();
        while (rest.hasNext()) {
            if (!test.test(rest.next())) return false;
        }
        return true;
    }

    public boolean noneMatch(Predicate<? super T> test) {
        return !anyMatch(test);
    }

    public Optional<T> findFirst() {
        Iterator<T> rest = iterator();
        return rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
    }

    public Optional<T> findAny() {
        return findFirst();
    }

    private static class Changed<T, R> implements Iterator<R> {
        private final Iterator<T> rest;
        private final Function<? super T, ? extends R> change;

        Changed(Iterator<T> rest, Function<? super T, ? extends R> change) {
            this.rest = rest;
            this.change = change;
        }

        public boolean hasNext() {
            return rest.hasNext();
        }

        public R next() {
            return change.apply(rest.next());
        }
    }

    private static class Sieve<T> implements Iterator<T> {
        private final Iterator<T> rest;
        private final Predicate<? super T> wanted;
        private boolean found;
        private T value;

        Sieve(Iterator<T> rest, Predicate<? super T> wanted) {
            this.rest = rest;
            this.wanted = wanted;
        }

        public boolean hasNext() {
            while (!found && rest.hasNext()) {
                value = rest.next();
                if (wanted.test(value)) found = true;
            }
            return found;
        }

        public T next() {
            if (!hasNext()) throw new java.util.NoSuchElementException();
            found = false;
            return value;
        }
    }

    private static class Flat<T, R> implements Iterator<R> {
        private final Iterator<T> rest;
        private final Function<? super T, ? extends Stream<? extends R>> change;
        private Iterator<? extends R> inner;

        Flat(Iterator<T> rest, Function<? super T, ? extends Stream<? extends R>> change) {
            this.rest = rest;
            this.change = change;
        }

        public boolean hasNext() {
            while (inner == null || !inner.hasNext()) {
                if (!rest.hasNext()) return false;
                inner = change.apply(rest.next()).iterator();
            }
            return true;
        }

        public R next() {
            if (!hasNext()) throw new java.util.NoSuchElementException();
            return inner.next();
        }
    }

    private static class Head<T> implements Iterator<T> {
        private final Iterator<T> rest;
        private long left;

        Head(Iterator<T> rest, long left) {
            this.rest = rest;
            this.left = left;
        }

        public boolean hasNext() {
            return left > 0 && rest.hasNext();
        }

        public T next() {
            left--;
            return rest.next();
        }
    }

    private static class Steps<T> implements Iterator<T> {
        private T value;
        private final UnaryOperator<T> step;
        private boolean begun;

        Steps(T first, UnaryOperator<T> step) {
            this.value = first;
            this.step = step;
        }

        public boolean hasNext() {
            return true;
        }

        public T next() {
            if (begun) value = step.apply(value);
            begun = true;
            return value;
        }
    }

    private static class Endless<T> implements Iterator<T> {
        private final Supplier<? extends T> supplier;

        Endless(Supplier<? extends T> supplier) {
            this.supplier = supplier;
        }

        public boolean hasNext() {
            return true;
        }

        public T next() {
            return supplier.get();
        }
    }
}
