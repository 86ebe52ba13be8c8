package java.util;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import trine.Trine;

// Keeps keys and values side by side in two arrays that grow, in the order in which keys came (a
// subclass can choose another). Keys are found by comparing them, not by hash codes. Meant for one thread at a time: fields and
// elements are accessed one by one, so that unsynchronised use is a race. Entries move in one step.
public abstract class AbstractMap<K, V> implements Map<K, V> {
    private Object[] keys = new Object[4];
    private Object[] held = new Object[4];
    private int size;
    // What iterators remember, as in AbstractList.
    volatile Object version;

    // Called before a key is added or removed.
    void changed() {
        if (version != null) version = null;
    }

    // An iterator, or whatever goes over all entries, meets a map that was changed in between.
    void stale() {
        throw new ConcurrentModificationException();
    }

    // Whether forEach asks only at its end whether the map was changed.
    boolean asksLate() {
        return false;
    }

    // Where a key that is not there yet belongs.
    int place(Object key, int count) {
        return count;
    }

    // Somebody iterates.
    void iterated() {}

    // A key was added.
    void added() {}

    // Moves an entry towards the start.
    void shift(int from, int to) {
        Object[] allKeys = keys;
        Object[] allHeld = held;
        Trine.atomic(() -> {
            Object key = allKeys[from];
            Object value = allHeld[from];
            for (int i = from; i > to; i--) {
                allKeys[i] = allKeys[i - 1];
                allHeld[i] = allHeld[i - 1];
            }
            allKeys[to] = key;
            allHeld[to] = value;
        });
    }

    boolean same(Object left, Object right) {
        return Objects.equals(left, right);
    }

    int find(Object key) {
        int count = size;
        Object[] all = keys;
        for (int i = 0; i < count; i++) {
            if (same(key, all[i])) return i;
        }
        return -1;
    }

    Object keyAt(int index) {
        return keys[index];
    }

    Object valueAt(int index) {
        return held[index];
    }

    V setAt(int index, V value) {
        Object[] all = held;
        V old = (V) all[index];
        all[index] = value;
        return old;
    }

    void removeAt(int index) {
        int count = size;
        Object[] allKeys = keys;
        Object[] allHeld = held;
        changed();
        Trine.atomic(() -> {
            for (int i = index; i < count - 1; i++) {
                allKeys[i] = allKeys[i + 1];
                allHeld[i] = allHeld[i + 1];
            }
        });
        allKeys[count - 1] = null;
        allHeld[count - 1] = null;
        size = count - 1;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean containsKey(Object key) {
        return find(key) >= 0;
    }

    public boolean containsValue(Object value) {
        int count = size;
        Object[] all = held;
        for (int i = 0; i < count; i++) {
            if (Objects.equals(value, all[i])) return true;
        }
        return false;
    }

    public V get(Object key) {
        int index = find(key);
        return index < 0 ? null : (V) held[index];
    }

    public V put(K key, V value) {
        int index = find(key);
        if (index >= 0) {
            Object[] all = held;
            V old = (V) all[index];
            all[index] = value;
            return old;
        }
        changed();
        int count = size;
        if (count == keys.length) grow();
        int at = place(key, count);
        Object[] allKeys = keys;
        Object[] allHeld = held;
        Trine.atomic(() -> {
            for (int i = count; i > at; i--) {
                allKeys[i] = allKeys[i - 1];
                allHeld[i] = allHeld[i - 1];
            }
        });
        allKeys[at] = key;
        allHeld[at] = value;
        size = count + 1;
        added();
        return null;
    }

    public V remove(Object key) {
        int index = find(key);
        if (index < 0) return null;
        V old = (V) held[index];
        removeAt(index);
        return old;
    }

    public void putAll(Map<? extends K, ? extends V> others) {
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) put(entry.getKey(), entry.getValue());
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw new NullPointerException();
        Cursor<K> rest = new Cursor<K>(this, View.KEYS);
        while (rest.hasNext()) {
            K key = rest.next();
            action.accept(key, (V) valueAt(rest.at - 1));
            if (!rest.isCurrent()) changedBelow(rest.hasNext());
        }
    }

    // What goes over all entries has changed the map.
    private void changedBelow(boolean more) {
        if (more && asksLate()) Trine.unmodelled("forEach of a map that is changed by what it does");
        stale();
    }

    public void clear() {
        changed();
        int count = size;
        for (int i = 0; i < count; i++) {
            keys[i] = null;
            held[i] = null;
        }
        size = 0;
    }

    public Set<K> keySet() {
        return new View<K>(this, View.KEYS);
    }

    public Collection<V> values() {
        return new View<V>(this, View.VALUES);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new View<Map.Entry<K, V>>(this, View.ENTRIES);
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof Map)) return false;
        Map<K, V> map = (Map<K, V>) other;
        int count = size;
        if (map.size() != count) return false;
        for (int i = 0; i < count; i++) {
            Object key = keyAt(i);
            Object value = valueAt(i);
            if (!Objects.equals(value, map.get(key))) return false;
            if (value == null && !map.containsKey(key)) return false;
        }
        return true;
    }

    public int hashCode() {
        int sum = 0;
        int count = size;
        for (int i = 0; i < count; i++) sum += Objects.hashCode(keyAt(i)) ^ Objects.hashCode(valueAt(i));
        return sum;
    }

    public String toString() {
        String text = "{";
        Cursor<K> rest = new Cursor<K>(this, View.KEYS);
        boolean first = true;
        while (rest.hasNext()) {
            Object key = rest.next();
            Object value = valueAt(rest.at - 1);
            String one = key == this ? "(this Map)" : String.valueOf(key);
            String other = value == this ? "(this Map)" : String.valueOf(value);
            text = first ? text + one + "=" + other : text + ", " + one + "=" + other;
            first = false;
        }
        return text + "}";
    }

    // The first length is written out, so that there are few arrays however often somebody comes here.
    private void grow() {
        Object[] full = keys;
        if (full.length == 4) move(new Object[8], new Object[8], 4);
        else move(new Object[2 * full.length], new Object[2 * full.length], full.length);
    }

    private void move(Object[] widerKeys, Object[] widerHeld, int count) {
        Object[] fullKeys = keys;
        Object[] fullHeld = held;
        for (int i = 0; i < count; i++) {
            widerKeys[i] = fullKeys[i];
            widerHeld[i] = fullHeld[i];
        }
        keys = widerKeys;
        held = widerHeld;
    }

    // The keys, the values or the entries of a map, always as they are now.
    static class View<T> extends AbstractSet<T> {
        static final int KEYS = 0;
        static final int VALUES = 1;
        static final int ENTRIES = 2;

        private final AbstractMap<?, ?> map;
        private final int kind;

        View(AbstractMap<?, ?> map, int kind) {
            this.map = map;
            this.kind = kind;
        }

        // The keys of a sorted map are sorted as its own order says.
        Comparator order() {
            return kind == KEYS && map instanceof SortedMap ? ((SortedMap) map).comparator() : null;
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object value) {
            if (kind == KEYS) return map.containsKey(value);
            return super.contains(value);
        }

        public boolean remove(Object value) {
            if (kind != KEYS) return super.remove(value);
            int index = map.find(value);
            if (index < 0) return false;
            map.removeAt(index);
            return true;
        }

        public void clear() {
            map.clear();
        }

        public Iterator<T> iterator() {
            return new Cursor<T>(map, kind);
        }

        public void forEach(Consumer<? super T> action) {
            if (action == null) throw new NullPointerException();
            Cursor<T> rest = new Cursor<T>(map, kind);
            while (rest.hasNext()) {
                action.accept(rest.next());
                if (map.asksLate() && !rest.isCurrent()) map.changedBelow(rest.hasNext());
            }
        }
    }

    private static class Cursor<T> implements Iterator<T> {
        private final AbstractMap<?, ?> map;
        private final int kind;
        private int at;
        private int count;
        private Object expected;
        // Whether there is something to remove.
        private boolean returned;

        Cursor(AbstractMap<?, ?> map, int kind) {
            this.map = map;
            this.kind = kind;
            this.count = map.size();
            remember();
            map.iterated();
        }

        private void remember() {
            Trine.atomic(() -> {
                if (map.version == null) map.version = new Object();
                expected = map.version;
            });
        }

        boolean isCurrent() {
            return map.version == expected;
        }

        public boolean hasNext() {
            return at < count;
        }

        public T next() {
            if (at >= count && map instanceof SortedMap) throw new NoSuchElementException();
            if (!isCurrent()) map.stale();
            if (at >= count) throw new NoSuchElementException();
            at++;
            returned = true;
            if (kind == View.KEYS) return (T) map.keyAt(at - 1);
            if (kind == View.VALUES) return (T) map.valueAt(at - 1);
            return (T) new LiveEntry(map, map.keyAt(at - 1));
        }

        public void remove() {
            if (!returned) throw new IllegalStateException();
            if (!isCurrent()) map.stale();
            returned = false;
            at--;
            map.removeAt(at);
            count--;
            remember();
        }
    }

    // An entry that reads and changes the map it is from.
    private static class LiveEntry<K, V> implements Map.Entry<K, V> {
        private final AbstractMap<K, V> map;
        private final K key;

        LiveEntry(AbstractMap<K, V> map, K key) {
            this.map = map;
            this.key = key;
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            int index = map.find(key);
            return index < 0 ? null : (V) map.valueAt(index);
        }

        // Not by way of put: that is no access, and adds nothing.
        public V setValue(V value) {
            int index = map.find(key);
            return index < 0 ? Trine.opaque() : map.setAt(index, value);
        }

        public boolean equals(Object other) {
            if (!(other instanceof Map.Entry)) return false;
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
            return Objects.equals(key, entry.getKey()) && Objects.equals(getValue(), entry.getValue());
        }

        public int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(getValue());
        }

        public String toString() {
            return key + "=" + getValue();
        }
    }

    // A map of these keys and values, in turn, that never changes.
    static <K, V> Map<K, V> fixed(Object... all) {
        Fixed<K, V> made = new Fixed<>();
        for (int i = 0; i < all.length; i += 2) made.enter((K) all[i], (V) all[i + 1]);
        return new Collections.FixedMap<K, V>(made);
    }

    // What cannot be changed once it is made: its order is another one each time that a program runs.
    static class Fixed<K, V> extends AbstractMap<K, V> {
        void enter(K key, V value) {
            if (key == null || value == null) throw new NullPointerException();
            if (put(key, value) != null) throw new IllegalArgumentException();
        }

        int place(Object key, int count) {
            int at = 0;
            while (at < count && Trine.isNoted("the order of what never changes") && Trine.choose(0, 1) == 1) at++;
            return at;
        }

        void iterated() {
            Trine.note("the order of what never changes");
        }

        public V get(Object key) {
            if (key == null) throw new NullPointerException();
            return super.get(key);
        }

        public boolean containsKey(Object key) {
            if (key == null) throw new NullPointerException();
            return super.containsKey(key);
        }

        public boolean containsValue(Object value) {
            if (value == null) throw new NullPointerException();
            return super.containsValue(value);
        }
    }

    public static class SimpleImmutableEntry<K, V> extends SimpleEntry<K, V> {
        public SimpleImmutableEntry(K key, V value) {
            super(key, value);
        }

        public V setValue(V value) {
            throw new UnsupportedOperationException();
        }
    }

    public static class SimpleEntry<K, V> implements Map.Entry<K, V> {
        private final K key;
        private V value;

        public SimpleEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        public boolean equals(Object other) {
            if (!(other instanceof Map.Entry)) return false;
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
            return Objects.equals(key, entry.getKey()) && Objects.equals(value, entry.getValue());
        }

        public int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        public String toString() {
            return key + "=" + value;
        }
    }
}
