package java.util.concurrent;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import trine.Trine;

// Keeps its entries in a list, each operation is one step. The list is in the order of the buckets of a table, as
// HashMap is, where the program iterates. While a function computes the value of a key, changes of that key wait and
// everything else goes on. Iteration goes from entry to entry and is always one ahead, as in Java; it may or may not
// see changes that come meanwhile. The parallel bulk operations are left out.
public class ConcurrentHashMap<K, V> implements ConcurrentMap<K, V> {
    private static final String ALONE = "while a function computes a value of a ConcurrentHashMap, only changes of its key wait";
    private static final String ORDER = "the order of concurrent tables";

    private volatile Node<K, V> first;
    private volatile int size;
    private volatile int buckets = 16;

    public ConcurrentHashMap() {}

    public ConcurrentHashMap(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
        buckets = HashMap.roomFor(capacity + (capacity >>> 1) + 1);
    }

    public ConcurrentHashMap(int capacity, float load) {
        this(capacity, load, 1);
    }

    public ConcurrentHashMap(int capacity, float load, int threads) {
        if (!(load > 0.0f) || capacity < 0 || threads <= 0) throw new IllegalArgumentException();
        int least = capacity < threads ? threads : capacity;
        buckets = HashMap.roomFor((int) (1.0 + least / load));
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    public static <T> Set<T> newKeySet() {
        return new Keys<T>(new ConcurrentHashMap<T, Object>(), true);
    }

    public static <T> Set<T> newKeySet(int capacity) {
        return new Keys<T>(new ConcurrentHashMap<T, Object>(capacity), true);
    }

    public int size() {
        return size;
    }

    public long mappingCount() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public V get(Object key) {
        if (key == null) throw new NullPointerException();
        V value = null;
        Trine.atomic(() -> {
            Node<K, V> node = find(key);
            if (node != null) value = node.value;
        });
        return value;
    }

    public V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value == null ? otherwise : value;
    }

    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    public boolean containsValue(Object value) {
        if (value == null) throw new NullPointerException();
        boolean found = false;
        Trine.atomic(() -> {
            Node<K, V> node = first;
            while (node != null) {
                if (!node.empty && node.value.equals(value)) found = true;
                node = node.next;
            }
        });
        return found;
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    public V put(K key, V value) {
        if (key == null || value == null) throw new NullPointerException();
        V old = null;
        boolean again = false;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            again = node != null && node.busy;
            if (!again) {
                if (node == null) node = append(key);
                old = node.value;
                assign(node, value);
            }
        });
        if (again) throw recursive();
        return old;
    }

    public V putIfAbsent(K key, V value) {
        if (key == null || value == null) throw new NullPointerException();
        V old = null;
        boolean again = false;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            again = node != null && node.busy;
            if (node == null) assign(append(key), value);
            else old = node.value;
        });
        if (again) throw recursive();
        return old;
    }

    public V remove(Object key) {
        if (key == null) throw new NullPointerException();
        V old = null;
        boolean again = false;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            again = node != null && node.busy;
            if (node != null && !again) {
                old = node.value;
                assign(node, null);
            }
        });
        if (again) throw recursive();
        return old;
    }

    public boolean remove(Object key, Object value) {
        if (key == null) throw new NullPointerException();
        if (value == null) return false;
        boolean equal = false;
        boolean again = false;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            again = node != null && node.busy;
            equal = node != null && !again && node.value.equals(value);
            if (equal) assign(node, null);
        });
        if (again) throw recursive();
        return equal;
    }

    public V replace(K key, V value) {
        if (key == null || value == null) throw new NullPointerException();
        V old = null;
        boolean again = false;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            again = node != null && node.busy;
            if (node != null && !again) {
                old = node.value;
                assign(node, value);
            }
        });
        if (again) throw recursive();
        return old;
    }

    public boolean replace(K key, V old, V value) {
        if (key == null || old == null || value == null) throw new NullPointerException();
        boolean equal = false;
        boolean again = false;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            again = node != null && node.busy;
            equal = node != null && !again && node.value.equals(old);
            if (equal) assign(node, value);
        });
        if (again) throw recursive();
        return equal;
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        if (key == null || make == null) throw new NullPointerException();
        Node<K, V> node = null;
        V value = null;
        boolean again = false;
        Trine.atomic(() -> {
            node = claim(key);
            if (node == null) {
                node = append(key);
                reserve(node);
            } else {
                again = node.busy;
                value = node.value;
            }
        });
        if (again) throw recursive();
        if (value != null) return value;
        Trine.assume(ALONE);
        try {
            value = make.apply(key);
        } finally {
            settle(node, value);
        }
        return value;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        if (key == null || change == null) throw new NullPointerException();
        Node<K, V> node = null;
        V value = null;
        boolean again = false;
        Trine.atomic(() -> {
            node = claim(key);
            if (node != null) {
                again = node.busy;
                if (!again) reserve(node);
                value = node.value;
            }
        });
        if (node == null) return null;
        if (again) throw recursive();
        Trine.assume(ALONE);
        try {
            value = change.apply(key, value);
        } finally {
            settle(node, value);
        }
        return value;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        if (key == null || change == null) throw new NullPointerException();
        Node<K, V> node = null;
        V value = null;
        boolean again = false;
        Trine.atomic(() -> {
            node = claim(key);
            if (node == null) node = append(key);
            again = node.busy;
            if (!again) reserve(node);
            value = node.value;
        });
        if (again) throw recursive();
        Trine.assume(ALONE);
        try {
            value = change.apply(key, value);
        } finally {
            settle(node, value);
        }
        return value;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        if (key == null || value == null || join == null) throw new NullPointerException();
        Node<K, V> node = null;
        V old = null;
        boolean again = false;
        Trine.atomic(() -> {
            node = claim(key);
            if (node == null) {
                assign(append(key), value);
            } else {
                again = node.busy;
                if (!again) reserve(node);
                old = node.value;
            }
        });
        if (node == null) return value;
        if (again) throw recursive();
        Trine.assume(ALONE);
        V joined = old;
        try {
            joined = join.apply(old, value);
        } finally {
            settle(node, joined);
        }
        return joined;
    }

    public void putAll(Map<? extends K, ? extends V> others) {
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) put(entry.getKey(), entry.getValue());
    }

    public void clear() {
        for (Object key : keys()) remove(key);
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw new NullPointerException();
        for (Map.Entry<K, V> entry : entrySet()) action.accept(entry.getKey(), entry.getValue());
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> change) {
        if (change == null) throw new NullPointerException();
        for (K key : keys()) {
            V old = get(key);
            while (old != null) {
                V value = change.apply(key, old);
                if (value == null) throw new NullPointerException();
                old = replace(key, old, value) ? null : get(key);
            }
        }
    }

    public Set<K> keySet() {
        return new Keys<K>((ConcurrentHashMap) this, false);
    }

    public Collection<V> values() {
        return new Values<V>((ConcurrentHashMap) this);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries<K, V>(this);
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof Map)) return false;
        Map<K, V> map = (Map<K, V>) other;
        if (map.size() != size) return false;
        for (Map.Entry<K, V> entry : entrySet()) {
            if (!entry.getValue().equals(map.get(entry.getKey()))) return false;
        }
        return true;
    }

    public int hashCode() {
        int sum = 0;
        for (Map.Entry<K, V> entry : entrySet()) sum += entry.hashCode();
        return sum;
    }

    public String toString() {
        String text = "{";
        boolean first = true;
        for (Map.Entry<K, V> entry : entrySet()) {
            Object key = entry.getKey();
            Object value = entry.getValue();
            String one = key == this ? "(this Map)" : String.valueOf(key);
            String other = value == this ? "(this Map)" : String.valueOf(value);
            text = first ? text + one + "=" + other : text + ", " + one + "=" + other;
            first = false;
        }
        return text + "}";
    }

    private ArrayList<K> keys() {
        ArrayList<K> seen = new ArrayList<>();
        Trine.atomic(() -> {
            Node<K, V> node = first;
            while (node != null) {
                if (!node.empty) seen.add(node.key);
                node = node.next;
            }
        });
        return seen;
    }

    // Gives a key its computed value, or none.
    private void settle(Node<K, V> node, V value) {
        Trine.atomic(() -> {
            node.busy = false;
            node.by = null;
            assign(node, value);
        });
    }

    // A function that changes the key whose value it computes.
    private static RuntimeException recursive() {
        return new IllegalStateException("Recursive update");
    }

    // Inside a step, like the methods that follow.
    private Node<K, V> find(Object key) {
        Node<K, V> node = first;
        while (node != null && !node.key.equals(key)) node = node.next;
        return node;
    }

    // The entry of a key, once no other thread computes its value.
    private Node<K, V> claim(Object key) {
        Node<K, V> node = find(key);
        while (node != null && node.busy && node.by != Trine.currentThread()) {
            Trine.await(!node.busy);
            node = find(key);
        }
        return node;
    }

    private void reserve(Node<K, V> node) {
        node.busy = true;
        node.by = Trine.currentThread();
    }

    private Node<K, V> append(K key) {
        Node<K, V> made = new Node<>();
        made.key = key;
        made.empty = true;
        Node<K, V> before = null;
        Node<K, V> after = first;
        if (!Trine.isNoted(ORDER)) {
            while (after != null) {
                before = after;
                after = after.next;
            }
        } else {
            int mine = bucket(key);
            boolean followed = Trine.isFollowed(mine);
            boolean on = after != null;
            while (on) {
                int other = bucket(after.key);
                if (followed && Trine.isFollowed(other)) on = other <= mine;
                else on = Trine.choose(0, 1) == 1;
                if (on) {
                    before = after;
                    after = after.next;
                    on = after != null;
                }
            }
        }
        made.next = after;
        if (before == null) first = made;
        else before.next = made;
        return made;
    }

    private int bucket(Object key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & (buckets - 1);
    }

    // A node that is taken out still leads on to the next one.
    private void assign(Node<K, V> node, V value) {
        boolean empty = node.empty;
        if (value != null) {
            node.value = value;
            if (empty) {
                node.empty = false;
                size++;
                if (size == buckets - (buckets >>> 2) && Trine.isNoted(ORDER)) {
                    Trine.unmodelled("iteration over a ConcurrentHashMap that grows");
                }
            }
            return;
        }
        if (!empty) size--;
        if (first == node) {
            first = node.next;
        } else {
            Node<K, V> before = first;
            while (before.next != node) before = before.next;
            before.next = node.next;
        }
    }

    private static class Node<K, V> {
        volatile K key;
        volatile V value;
        // It has no value yet.
        volatile boolean empty;
        // A function computes its value, called by that thread.
        volatile boolean busy;
        volatile Thread by;
        volatile Node<K, V> next;
    }

    private static class Entry<K, V> extends AbstractMap.SimpleEntry<K, V> {
        private final ConcurrentHashMap<K, V> map;

        Entry(ConcurrentHashMap<K, V> map, K key, V value) {
            super(key, value);
            this.map = map;
        }

        public V setValue(V value) {
            if (value == null) throw new NullPointerException();
            map.put(getKey(), value);
            return super.setValue(value);
        }
    }

    private static class Keys<T> extends AbstractSet<T> {
        private final ConcurrentHashMap<T, Object> map;
        // Whether it is a set of its own.
        private final boolean own;

        Keys(ConcurrentHashMap<T, Object> map, boolean own) {
            this.map = map;
            this.own = own;
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        public boolean add(T key) {
            if (!own) throw new UnsupportedOperationException();
            return map.putIfAbsent(key, Boolean.TRUE) == null;
        }

        public boolean remove(Object key) {
            return map.remove(key) != null;
        }

        public void clear() {
            map.clear();
        }

        public Iterator<T> iterator() {
            return new KeyCursor<T>(map);
        }
    }

    private static class Values<T> extends AbstractCollection<T> {
        private final ConcurrentHashMap<Object, T> map;

        Values(ConcurrentHashMap<Object, T> map) {
            this.map = map;
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        public boolean add(T value) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            map.clear();
        }

        public Iterator<T> iterator() {
            return new ValueCursor<T>(map);
        }
    }

    private static class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final ConcurrentHashMap<K, V> map;

        Entries(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object value) {
            if (!(value instanceof Map.Entry)) return false;
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
            V held = map.get(entry.getKey());
            return held != null && held.equals(entry.getValue());
        }

        public boolean add(Map.Entry<K, V> entry) {
            return map.put(entry.getKey(), entry.getValue()) == null;
        }

        public boolean remove(Object value) {
            if (!(value instanceof Map.Entry)) return false;
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
            return map.remove(entry.getKey(), entry.getValue());
        }

        public void clear() {
            map.clear();
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new EntryCursor<K, V>(map);
        }
    }

    // One entry ahead of what was returned.
    private static class Cursor<K, V> {
        final ConcurrentHashMap<K, V> map;
        private Node<K, V> next;
        private Node<K, V> last;

        Cursor(ConcurrentHashMap<K, V> map) {
            this.map = map;
            Trine.note(ORDER);
            Trine.atomic(() -> {
                Node<K, V> node = map.first;
                while (node != null && node.empty) node = node.next;
                next = node;
            });
        }

        public boolean hasNext() {
            return next != null;
        }

        Node<K, V> advance() {
            Node<K, V> node = next;
            if (node == null) throw new NoSuchElementException();
            last = node;
            Trine.atomic(() -> {
                Node<K, V> after = node.next;
                while (after != null && after.empty) after = after.next;
                next = after;
            });
            return node;
        }

        public void remove() {
            if (last == null) throw new IllegalStateException();
            map.remove(last.key);
            last = null;
        }
    }

    private static class KeyCursor<T> extends Cursor<T, Object> implements Iterator<T> {
        KeyCursor(ConcurrentHashMap<T, Object> map) {
            super(map);
        }

        public T next() {
            return advance().key;
        }
    }

    private static class ValueCursor<T> extends Cursor<Object, T> implements Iterator<T> {
        ValueCursor(ConcurrentHashMap<Object, T> map) {
            super(map);
        }

        public T next() {
            return advance().value;
        }
    }

    private static class EntryCursor<K, V> extends Cursor<K, V> implements Iterator<Map.Entry<K, V>> {
        EntryCursor(ConcurrentHashMap<K, V> map) {
            super(map);
        }

        public Map.Entry<K, V> next() {
            Node<K, V> node = advance();
            return new Entry<K, V>(map, node.key, node.value);
        }
    }
}
