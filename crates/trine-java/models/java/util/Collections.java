package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

// Views with a lock, views that refuse changes, and a few algorithms.
public final class Collections {
    private Collections() {}

    public static <T> List<T> synchronizedList(List<T> list) {
        return new SynchronizedList<T>(list);
    }

    public static <T> Collection<T> synchronizedCollection(Collection<T> collection) {
        return new SynchronizedCollection<T>(collection);
    }

    public static <T> Set<T> synchronizedSet(Set<T> set) {
        return new SynchronizedSet<T>(set);
    }

    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) {
        return new SynchronizedMap<K, V>(map);
    }

    public static <T> List<T> unmodifiableList(List<? extends T> list) {
        return new UnmodifiableList<T>(list);
    }

    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> collection) {
        return new UnmodifiableCollection<T>(collection);
    }

    public static <T> Set<T> unmodifiableSet(Set<? extends T> set) {
        return new UnmodifiableSet<T>(set);
    }

    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) {
        return new UnmodifiableMap<K, V>(map);
    }

    public static <T> List<T> emptyList() {
        return new UnmodifiableList<T>(new ArrayList<T>());
    }

    public static <T> Set<T> emptySet() {
        return new UnmodifiableSet<T>(new HashSet<T>());
    }

    public static <K, V> Map<K, V> emptyMap() {
        return new UnmodifiableMap<K, V>(new HashMap<K, V>());
    }

    public static <T> List<T> singletonList(T value) {
        ArrayList<T> made = new ArrayList<>();
        made.add(value);
        return new UnmodifiableList<T>(made);
    }

    public static <T> Set<T> singleton(T value) {
        HashSet<T> made = new HashSet<>();
        made.add(value);
        return new UnmodifiableSet<T>(made);
    }

    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> collection, T... values) {
        boolean changed = false;
        for (T value : values) {
            if (collection.add(value)) changed = true;
        }
        return changed;
    }

    public static <T> void sort(List<T> list) {
        sort(list, null);
    }

    // Inserts each element among those before it.
    public static <T> void sort(List<T> list, Comparator<? super T> order) {
        int count = list.size();
        for (int i = 1; i < count; i++) {
            T value = list.get(i);
            int at = i;
            while (at > 0 && Objects.inOrder(order, list.get(at - 1), value) > 0) {
                list.set(at, list.get(at - 1));
                at--;
            }
            list.set(at, value);
        }
    }

    public static void reverse(List list) {
        int count = list.size();
        for (int i = 0; i < count / 2; i++) swap(list, i, count - 1 - i);
    }

    public static void swap(List list, int left, int right) {
        Object value = list.get(left);
        list.set(left, list.get(right));
        list.set(right, value);
    }

    public static void shuffle(List<?> list) {
        Random random = new Random();
        for (int i = list.size(); i > 1; i--) swap(list, i - 1, random.nextInt(i));
    }

    public static <T> T max(Collection<? extends T> collection) {
        T best = null;
        for (T value : collection) {
            if (best == null || Objects.inOrder(null, value, best) > 0) best = value;
        }
        if (best == null) throw new NoSuchElementException();
        return best;
    }

    public static <T> T min(Collection<? extends T> collection) {
        T best = null;
        for (T value : collection) {
            if (best == null || Objects.inOrder(null, value, best) < 0) best = value;
        }
        if (best == null) throw new NoSuchElementException();
        return best;
    }

    public static <T> Comparator<T> reverseOrder() {
        return (left, right) -> ((Comparable) right).compareTo(left);
    }

    // Each method holds the lock of the view. Iteration does not: the caller has to.
    static class SynchronizedCollection<E> implements Collection<E> {
        final Collection<E> inner;

        SynchronizedCollection(Collection<E> inner) {
            if (inner == null) throw new NullPointerException();
            this.inner = inner;
        }

        public synchronized int size() {
            return inner.size();
        }

        public synchronized boolean isEmpty() {
            return inner.isEmpty();
        }

        public synchronized boolean contains(Object value) {
            return inner.contains(value);
        }

        public synchronized boolean add(E value) {
            return inner.add(value);
        }

        public synchronized boolean remove(Object value) {
            return inner.remove(value);
        }

        public synchronized boolean addAll(Collection<? extends E> others) {
            return inner.addAll(others);
        }

        public synchronized boolean containsAll(Collection<?> others) {
            return inner.containsAll(others);
        }

        public synchronized boolean removeAll(Collection<?> others) {
            return inner.removeAll(others);
        }

        public synchronized boolean retainAll(Collection<?> others) {
            return inner.retainAll(others);
        }

        public synchronized void clear() {
            inner.clear();
        }

        public synchronized Object[] toArray() {
            return inner.toArray();
        }

        public synchronized <T> T[] toArray(T[] target) {
            return inner.toArray(target);
        }

        public Iterator<E> iterator() {
            return inner.iterator();
        }
    }

    static class SynchronizedSet<E> extends SynchronizedCollection<E> implements Set<E> {
        SynchronizedSet(Set<E> inner) {
            super(inner);
        }
    }

    static class SynchronizedList<E> extends SynchronizedCollection<E> implements List<E> {
        final List<E> list;

        SynchronizedList(List<E> inner) {
            super(inner);
            this.list = inner;
        }

        public synchronized E get(int index) {
            return list.get(index);
        }

        public synchronized E set(int index, E value) {
            return list.set(index, value);
        }

        public synchronized void add(int index, E value) {
            list.add(index, value);
        }

        public synchronized E remove(int index) {
            return list.remove(index);
        }

        public synchronized int indexOf(Object value) {
            return list.indexOf(value);
        }

        public synchronized int lastIndexOf(Object value) {
            return list.lastIndexOf(value);
        }
    }

    static class SynchronizedMap<K, V> implements Map<K, V> {
        private final Map<K, V> inner;

        SynchronizedMap(Map<K, V> inner) {
            if (inner == null) throw new NullPointerException();
            this.inner = inner;
        }

        public synchronized int size() {
            return inner.size();
        }

        public synchronized boolean isEmpty() {
            return inner.isEmpty();
        }

        public synchronized boolean containsKey(Object key) {
            return inner.containsKey(key);
        }

        public synchronized boolean containsValue(Object value) {
            return inner.containsValue(value);
        }

        public synchronized V get(Object key) {
            return inner.get(key);
        }

        public synchronized V put(K key, V value) {
            return inner.put(key, value);
        }

        public synchronized V remove(Object key) {
            return inner.remove(key);
        }

        public synchronized void putAll(Map<? extends K, ? extends V> others) {
            inner.putAll(others);
        }

        public synchronized void clear() {
            inner.clear();
        }

        public synchronized V getOrDefault(Object key, V otherwise) {
            return inner.getOrDefault(key, otherwise);
        }

        public synchronized V putIfAbsent(K key, V value) {
            return inner.putIfAbsent(key, value);
        }

        public synchronized V computeIfAbsent(K key, java.util.function.Function<? super K, ? extends V> make) {
            return inner.computeIfAbsent(key, make);
        }

        public synchronized V merge(K key, V value, java.util.function.BiFunction<? super V, ? super V, ? extends V> join) {
            return inner.merge(key, value, join);
        }

        public Set<K> keySet() {
            return inner.keySet();
        }

        public Collection<V> values() {
            return inner.values();
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return inner.entrySet();
        }
    }

    static class UnmodifiableCollection<E> extends AbstractCollection<E> {
        final Collection<? extends E> inner;

        UnmodifiableCollection(Collection<? extends E> inner) {
            if (inner == null) throw new NullPointerException();
            this.inner = inner;
        }

        public int size() {
            return inner.size();
        }

        public boolean contains(Object value) {
            return inner.contains(value);
        }

        public boolean remove(Object value) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }

        public boolean add(E value) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(Collection<? extends E> others) {
            throw new UnsupportedOperationException();
        }

        public boolean removeIf(Predicate<? super E> unwanted) {
            throw new UnsupportedOperationException();
        }

        public boolean removeAll(Collection<?> others) {
            throw new UnsupportedOperationException();
        }

        public boolean retainAll(Collection<?> others) {
            throw new UnsupportedOperationException();
        }

        public Iterator<E> iterator() {
            return new ReadOnly<E>(inner.iterator());
        }
    }

    static class UnmodifiableSet<E> extends UnmodifiableCollection<E> implements Set<E> {
        UnmodifiableSet(Set<? extends E> inner) {
            super(inner);
        }

        public boolean equals(Object other) {
            return other == this || inner.equals(other);
        }

        public int hashCode() {
            return inner.hashCode();
        }
    }

    static class UnmodifiableList<E> extends AbstractList<E> {
        private final List<? extends E> inner;

        UnmodifiableList(List<? extends E> inner) {
            if (inner == null) throw new NullPointerException();
            this.inner = inner;
        }

        public int size() {
            return inner.size();
        }

        public E get(int index) {
            return inner.get(index);
        }

        public boolean remove(Object value) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }

        public boolean add(E value) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(Collection<? extends E> others) {
            throw new UnsupportedOperationException();
        }

        public boolean removeIf(Predicate<? super E> unwanted) {
            throw new UnsupportedOperationException();
        }

        public boolean removeAll(Collection<?> others) {
            throw new UnsupportedOperationException();
        }

        public boolean retainAll(Collection<?> others) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(UnaryOperator<E> change) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> order) {
            throw new UnsupportedOperationException();
        }
    }

    // A list that takes no null, not even as a question.
    static class FixedList<E> extends UnmodifiableList<E> {
        FixedList(List<? extends E> inner) {
            super(inner);
        }

        public boolean contains(Object value) {
            return indexOf(value) >= 0;
        }

        public int indexOf(Object value) {
            if (value == null) throw new NullPointerException();
            return super.indexOf(value);
        }

        public int lastIndexOf(Object value) {
            if (value == null) throw new NullPointerException();
            return super.lastIndexOf(value);
        }
    }

    static class UnmodifiableMap<K, V> implements Map<K, V> {
        private final Map<? extends K, ? extends V> inner;

        UnmodifiableMap(Map<? extends K, ? extends V> inner) {
            if (inner == null) throw new NullPointerException();
            this.inner = inner;
        }

        public int size() {
            return inner.size();
        }

        public boolean isEmpty() {
            return inner.isEmpty();
        }

        public boolean containsKey(Object key) {
            return inner.containsKey(key);
        }

        public boolean containsValue(Object value) {
            return inner.containsValue(value);
        }

        public V get(Object key) {
            return inner.get(key);
        }

        public V put(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V remove(Object key) {
            throw new UnsupportedOperationException();
        }

        public void putAll(Map<? extends K, ? extends V> others) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }

        public V putIfAbsent(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object key, Object value) {
            throw new UnsupportedOperationException();
        }

        public V replace(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public boolean replace(K key, V old, V value) {
            throw new UnsupportedOperationException();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
            throw new UnsupportedOperationException();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
            throw new UnsupportedOperationException();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
            throw new UnsupportedOperationException();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
            throw new UnsupportedOperationException();
        }

        public boolean equals(Object other) {
            return other == this || inner.equals(other);
        }

        public int hashCode() {
            return inner.hashCode();
        }

        public Set<K> keySet() {
            return new UnmodifiableSet<K>(inner.keySet());
        }

        public Collection<V> values() {
            return new UnmodifiableCollection<V>(inner.values());
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return new UnmodifiableSet<Map.Entry<K, V>>((Set) inner.entrySet());
        }
    }

    private static class ReadOnly<E> implements Iterator<E> {
        private final Iterator<? extends E> inner;

        ReadOnly(Iterator<? extends E> inner) {
            this.inner = inner;
        }

        public boolean hasNext() {
            return inner.hasNext();
        }

        public E next() {
            return inner.next();
        }
    }
}
