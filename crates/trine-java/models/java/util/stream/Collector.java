package java.util.stream;

import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

// How elements are gathered; that parts are joined plays no part in a sequential stream.
public class Collector<T, A, R> {
    final Supplier<A> supplier;
    final BiConsumer<A, T> accumulator;
    final Function<A, R> finisher;

    Collector(Supplier<A> supplier, BiConsumer<A, T> accumulator, Function<A, R> finisher) {
        this.supplier = supplier;
        this.accumulator = accumulator;
        this.finisher = finisher;
    }
}
