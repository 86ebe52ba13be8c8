package java.util.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;

// The collectors that are used most; those for several threads are left out.
public final class Collectors {
    private Collectors() {}

    public static <T> Collector<T, List<T>, List<T>> toList() {
        return new Collector<T, List<T>, List<T>>(() -> new ArrayList<T>(), (list, value) -> list.add(value), list -> list);
    }

    public static <T> Collector<T, Set<T>, Set<T>> toSet() {
        return new Collector<T, Set<T>, Set<T>>(() -> new HashSet<T>(), (set, value) -> set.add(value), set -> set);
    }

    public static <T, K, V> Collector<T, Map<K, V>, Map<K, V>> toMap(Function<? super T, ? extends K> key, Function<? super T, ? extends V> value) {
        return new Collector<T, Map<K, V>, Map<K, V>>(() -> new HashMap<K, V>(), (map, one) -> {
            V old = map.put(key.apply(one), value.apply(one));
            if (old != null) throw new IllegalStateException();
        }, map -> map);
    }

    public static <T, K, V> Collector<T, Map<K, V>, Map<K, V>> toMap(Function<? super T, ? extends K> key, Function<? super T, ? extends V> value, BinaryOperator<V> join) {
        return new Collector<T, Map<K, V>, Map<K, V>>(() -> new HashMap<K, V>(), (map, one) -> {
            map.merge(key.apply(one), value.apply(one), join);
        }, map -> map);
    }

    public static <T, K> Collector<T, Map<K, List<T>>, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> key) {
        return new Collector<T, Map<K, List<T>>, Map<K, List<T>>>(() -> new HashMap<K, List<T>>(), (map, one) -> {
            map.computeIfAbsent(key.apply(one), any -> new ArrayList<T>()).add(one);
        }, map -> map);
    }

    public static Collector<CharSequence, List<CharSequence>, String> joining() {
        return joining("");
    }

    public static Collector<CharSequence, List<CharSequence>, String> joining(CharSequence separator) {
        return new Collector<CharSequence, List<CharSequence>, String>(() -> new ArrayList<CharSequence>(), (all, part) -> all.add(part), all -> String.join(separator, all));
    }

    public static <T> Collector<T, long[], Long> counting() {
        return new Collector<T, long[], Long>(() -> new long[1], (count, value) -> count[0]++, count -> count[0]);
    }

    public static <T> Collector<T, int[], Integer> summingInt(ToIntFunction<? super T> number) {
        return new Collector<T, int[], Integer>(() -> new int[1], (sum, value) -> sum[0] += number.applyAsInt(value), sum -> sum[0]);
    }
}
