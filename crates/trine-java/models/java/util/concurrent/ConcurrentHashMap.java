package java.util.concurrent;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import trine.Trine;

// Keeps its entries in a list, in the order in which keys came; each operation is one step. While a
// function computes the value of a key, changes of that key wait and everything else goes on; in Java
// changes of some other keys may wait too. Iteration goes over the entries as they were when it began.
// The parallel bulk operations are left out.
public class ConcurrentHashMap<K, V> implements ConcurrentMap<K, V> {
    private volatile Node<K, V> first;
    private volatile int size;

    public ConcurrentHashMap() {}

    public ConcurrentHashMap(int capacity) {}

    public ConcurrentHashMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    public static <T> Set<T> newKeySet() {
        return new Keys<T>(new ConcurrentHashMap<T, Object>());
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
        boolean found = false;
        Trine.atomic(() -> {
            Node<K, V> node = first;
            while (node != null) {
                if (node.value != null && node.value.equals(value)) found = true;
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
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            if (node == null) node = append(key);
            old = node.value;
            assign(node, value);
        });
        return old;
    }

    public V putIfAbsent(K key, V value) {
        if (key == null || value == null) throw new NullPointerException();
        V old = null;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            if (node == null) assign(append(key), value);
            else old = node.value;
        });
        return old;
    }

    public V remove(Object key) {
        if (key == null) throw new NullPointerException();
        V old = null;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            if (node != null) {
                old = node.value;
                assign(node, null);
            }
        });
        return old;
    }

    public boolean remove(Object key, Object value) {
        if (key == null) throw new NullPointerException();
        boolean equal = false;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            equal = node != null && node.value.equals(value);
            if (equal) assign(node, null);
        });
        return equal;
    }

    public V replace(K key, V value) {
        if (key == null || value == null) throw new NullPointerException();
        V old = null;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            if (node != null) {
                old = node.value;
                assign(node, value);
            }
        });
        return old;
    }

    public boolean replace(K key, V old, V value) {
        if (key == null || old == null || value == null) throw new NullPointerException();
        boolean equal = false;
        Trine.atomic(() -> {
            Node<K, V> node = claim(key);
            equal = node != null && node.value.equals(old);
            if (equal) assign(node, value);
        });
        return equal;
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        if (key == null) throw new NullPointerException();
        Node<K, V> node = null;
        V value = null;
        Trine.atomic(() -> {
            node = claim(key);
            if (node == null) {
                node = append(key);
                node.busy = true;
            } else {
                value = node.value;
            }
        });
        if (value != null) return value;
        try {
            value = make.apply(key);
        } finally {
            settle(node, value);
        }
        return value;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        if (key == null) throw new NullPointerException();
        Node<K, V> node = null;
        V value = null;
        Trine.atomic(() -> {
            node = claim(key);
            if (node != null) {
                node.busy = true;
                value = node.value;
            }
        });
        if (node == null) return null;
        try {
            value = change.apply(key, value);
        } finally {
            settle(node, value);
        }
        return value;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        if (key == null) throw new NullPointerException();
        Node<K, V> node = null;
        V value = null;
        Trine.atomic(() -> {
            node = claim(key);
            if (node == null) node = append(key);
            node.busy = true;
            value = node.value;
        });
        try {
            value = change.apply(key, value);
        } finally {
            settle(node, value);
        }
        return value;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        if (key == null || value == null) throw new NullPointerException();
        Node<K, V> node = null;
        V old = null;
        Trine.atomic(() -> {
            node = claim(key);
            if (node == null) {
                assign(append(key), value);
            } else {
                node.busy = true;
                old = node.value;
            }
        });
        if (node == null) return value;
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

    public Set<K> keySet() {
        return new Keys<K>((ConcurrentHashMap) this);
    }

    // As they are now; later changes of the map do not show.
    public Collection<V> values() {
        ArrayList<V> seen = new ArrayList<>();
        Trine.atomic(() -> {
            Node<K, V> node = first;
            while (node != null) {
                if (node.value != null) seen.add(node.value);
                node = node.next;
            }
        });
        return seen;
    }

    // As they are now; later changes of the map do not show.
    public Set<Map.Entry<K, V>> entrySet() {
        java.util.HashSet<Map.Entry<K, V>> entries = new java.util.HashSet<>();
        ArrayList<Map.Entry<K, V>> seen = new ArrayList<>();
        Trine.atomic(() -> {
            Node<K, V> node = first;
            while (node != null) {
                if (node.value != null) seen.add(new Entry<K, V>(this, node.key, node.value));
                node = node.next;
            }
        });
        entries.addAll(seen);
        return entries;
    }

    private ArrayList<K> keys() {
        ArrayList<K> seen = new ArrayList<>();
        Trine.atomic(() -> {
            Node<K, V> node = first;
            while (node != null) {
                if (node.value != null) seen.add(node.key);
                node = node.next;
            }
        });
        return seen;
    }

    // Gives a key its computed value, or none.
    private void settle(Node<K, V> node, V value) {
        Trine.atomic(() -> {
            node.busy = false;
            assign(node, value);
        });
    }

    // Inside a step, like the methods that follow.
    private Node<K, V> find(Object key) {
        Node<K, V> node = first;
        while (node != null && !node.key.equals(key)) node = node.next;
        return node;
    }

    // The entry of a key, once nobody computes its value.
    private Node<K, V> claim(Object key) {
        Node<K, V> node = find(key);
        while (node != null && node.busy) {
            Trine.await(!node.busy);
            node = find(key);
        }
        return node;
    }

    private Node<K, V> append(K key) {
        Node<K, V> made = new Node<>();
        made.key = key;
        Node<K, V> last = first;
        if (last == null) {
            first = made;
        } else {
            while (last.next != null) last = last.next;
            last.next = made;
        }
        return made;
    }

    private void assign(Node<K, V> node, V value) {
        if (node.value != null) size--;
        node.value = value;
        if (value != null) {
            size++;
        } else if (first == node) {
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
        // A function computes its value.
        volatile boolean busy;
        volatile Node<K, V> next;
    }

    private static class Entry<K, V> extends AbstractMap.SimpleEntry<K, V> {
        private final ConcurrentHashMap<K, V> map;

        Entry(ConcurrentHashMap<K, V> map, K key, V value) {
            super(key, value);
            this.map = map;
        }

        public V setValue(V value) {
            map.put(getKey(), value);
            return super.setValue(value);
        }
    }

    private static class Keys<T> extends AbstractSet<T> {
        private final ConcurrentHashMap<T, Object> map;

        Keys(ConcurrentHashMap<T, Object> map) {
            this.map = map;
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        public boolean add(T key) {
            return map.putIfAbsent(key, Boolean.TRUE) == null;
        }

        public boolean remove(Object key) {
            return map.remove(key) != null;
        }

        public void clear() {
            map.clear();
        }

        public Iterator<T> iterator() {
            return new KeyCursor<T>(map, map.keys().iterator());
        }
    }

    private static class KeyCursor<T> implements Iterator<T> {
        private final ConcurrentHashMap<T, Object> map;
        private final Iterator<T> rest;
        private T last;

        KeyCursor(ConcurrentHashMap<T, Object> map, Iterator<T> rest) {
            this.map = map;
            this.rest = rest;
        }

        public boolean hasNext() {
            return rest.hasNext();
        }

        public T next() {
            last = rest.next();
            return last;
        }

        public void remove() {
            if (last == null) throw new IllegalStateException();
            map.remove(last);
            last = null;
        }
    }
}
