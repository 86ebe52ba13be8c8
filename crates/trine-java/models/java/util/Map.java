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
        if (key == null || value == null) throw new NullPointerException();
        return new AbstractMap.SimpleImmutableEntry<K, V>(key, value);
    }

    static <K, V> Map<K, V> of() {
        return new Collections.FixedMap<K, V>(new HashMap<K, V>());
    }

    static <K, V> Map<K, V> of(K key1, V value1) {
        return AbstractMap.fixed(key1, value1);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2) {
        return AbstractMap.fixed(key1, value1, key2, value2);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3) {
        return AbstractMap.fixed(key1, value1, key2, value2, key3, value3);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3, K key4, V value4) {
        return AbstractMap.fixed(key1, value1, key2, value2, key3, value3, key4, value4);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3, K key4, V value4, K key5, V value5) {
        return AbstractMap.fixed(key1, value1, key2, value2, key3, value3, key4, value4, key5, value5);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3, K key4, V value4, K key5, V value5, K key6, V value6) {
        return AbstractMap.fixed(key1, value1, key2, value2, key3, value3, key4, value4, key5, value5, key6, value6);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3, K key4, V value4, K key5, V value5, K key6, V value6, K key7, V value7) {
        return AbstractMap.fixed(key1, value1, key2, value2, key3, value3, key4, value4, key5, value5, key6, value6, key7, value7);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3, K key4, V value4, K key5, V value5, K key6, V value6, K key7, V value7, K key8, V value8) {
        return AbstractMap.fixed(key1, value1, key2, value2, key3, value3, key4, value4, key5, value5, key6, value6, key7, value7, key8, value8);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3, K key4, V value4, K key5, V value5, K key6, V value6, K key7, V value7, K key8, V value8, K key9, V value9) {
        return AbstractMap.fixed(key1, value1, key2, value2, key3, value3, key4, value4, key5, value5, key6, value6, key7, value7, key8, value8, key9, value9);
    }

    static <K, V> Map<K, V> of(K key1, V value1, K key2, V value2, K key3, V value3, K key4, V value4, K key5, V value5, K key6, V value6, K key7, V value7, K key8, V value8, K key9, V value9, K key10, V value10) {
        return AbstractMap.fixed(key1, value1, key2, value2, key3, value3, key4, value4, key5, value5, key6, value6, key7, value7, key8, value8, key9, value9, key10, value10);
    }

    @SafeVarargs
    static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>... entries) {
        AbstractMap.Fixed<K, V> made = new AbstractMap.Fixed<>();
        for (Map.Entry<? extends K, ? extends V> entry : entries) made.enter(entry.getKey(), entry.getValue());
        return new Collections.FixedMap<K, V>(made);
    }

    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> others) {
        AbstractMap.Fixed<K, V> made = new AbstractMap.Fixed<>();
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) made.enter(entry.getKey(), entry.getValue());
        return new Collections.FixedMap<K, V>(made);
    }
}
