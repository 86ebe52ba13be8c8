package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public interface Map<K, V> {
    int size();

    boolean isEmpty();

    boolean containsKey(Object key);

    boolean containsValue(Object value);

    V get(Object key);

    V put(K key, V value);

    V remove(Object key);

    void putAll(Map<? extends K, ? extends V> others);

    void clear();

    Set<K> keySet();

    Collection<V> values();

    Set<Map.Entry<K, V>> entrySet();

    interface Entry<K, V> {
        K getKey();

        V getValue();

        V setValue(V value);
    }

    default V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value != null || containsKey(key) ? value : otherwise;
    }

    default void forEach(BiConsumer<? super K, ? super V> action) {
        for (Map.Entry<K, V> entry : entrySet()) action.accept(entry.getKey(), entry.getValue());
    }

    default V putIfAbsent(K key, V value) {
        V old = get(key);
        if (old == null) put(key, value);
        return old;
    }

    default boolean remove(Object key, Object value) {
        V old = get(key);
        if (!Objects.equals(old, value) || old == null && !containsKey(key)) return false;
        remove(key);
        return true;
    }

    default V replace(K key, V value) {
        V old = get(key);
        if (old != null || containsKey(key)) put(key, value);
        return old;
    }

    default boolean replace(K key, V old, V value) {
        V current = get(key);
        if (!Objects.equals(current, old) || current == null && !containsKey(key)) return false;
        put(key, value);
        return true;
    }

    default V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        V value = get(key);
        if (value == null) {
            value = make.apply(key);
            if (value != null) put(key, value);
        }
        return value;
    }

    default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        V value = get(key);
        if (value != null) {
            value = change.apply(key, value);
            if (value != null) put(key, value);
            else remove(key);
        }
        return value;
    }

    default V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        V old = get(key);
        V value = change.apply(key, old);
        if (value != null) put(key, value);
        else if (old != null || containsKey(key)) remove(key);
        return value;
    }

    default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        V old = get(key);
        V joined = old == null ? value : join.apply(old, value);
        if (joined != null) put(key, joined);
        else remove(key);
        return joined;
    }

    static <K, V> Map.Entry<K, V> entry(K key, V value) {
        return new AbstractMap.SimpleEntry<K, V>(key, value);
    }

    static <K, V> Map<K, V> of() {
        return new Collections.UnmodifiableMap<K, V>(new HashMap<K, V>());
    }

    static <K, V> Map<K, V> of(K key1, V value1) {
        HashMap<K, V> made = new HashMap<>();
        made.put(key1, value1);
        return new Collections.UnmodifiableMap<K, V>(made);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2) {
        HashMap<K, V> made = new HashMap<>();
        made.put(key1, value1);
        made.put(key2, value2);
        return new Collections.UnmodifiableMap<K, V>(made);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3) {
        HashMap<K, V> made = new HashMap<>();
        made.put(key1, value1);
        made.put(key2, value2);
        made.put(key3, value3);
        return new Collections.UnmodifiableMap<K, V>(made);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3, K key4, V value4) {
        HashMap<K, V> made = new HashMap<>();
        made.put(key1, value1);
        made.put(key2, value2);
        made.put(key3, value3);
        made.put(key4, value4);
        return new Collections.UnmodifiableMap<K, V>(made);
    }
}
