package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
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
        return new Copies<T>(0, null);
    }

    public static <T> Set<T> emptySet() {
        return new EmptySet<T>();
    }

    public static <K, V> Map<K, V> emptyMap() {
        return new SmallMap<K, V>(new HashMap<K, V>());
    }

    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        HashMap<K, V> made = new HashMap<>();
        made.put(key, value);
        return new SmallMap<K, V>(made);
    }

    public static <T> List<T> nCopies(int count, T value) {
        if (count < 0) throw new IllegalArgumentException();
        return new Copies<T>(count, value);
    }

    public static <T> List<T> singletonList(T value) {
        return new SingletonList<T>(value);
    }

    public static <T> Set<T> singleton(T value) {
        return new SingletonSet<T>(value);
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

    public static <T> void sort(List<T> list, Comparator<? super T> order) {
        list.sort(order);
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

    // Each method holds the lock of the view; views of a map that of the map. Iteration does not: the caller has to.
    static class SynchronizedCollection<E> implements Collection<E> {
        final Collection<E> inner;
        final Object lock;

        SynchronizedCollection(Collection<E> inner) {
            if (inner == null) throw new NullPointerException();
            this.inner = inner;
            this.lock = this;
        }

        SynchronizedCollection(Collection<E> inner, Object lock) {
            this.inner = inner;
            this.lock = lock;
        }

        public int size() {
            synchronized (lock) {
                return inner.size();
            }
        }

        public boolean isEmpty() {
            synchronized (lock) {
                return inner.isEmpty();
            }
        }

        public boolean contains(Object value) {
            synchronized (lock) {
                return inner.contains(value);
            }
        }

        public boolean add(E value) {
            synchronized (lock) {
                return inner.add(value);
            }
        }

        public boolean remove(Object value) {
            synchronized (lock) {
                return inner.remove(value);
            }
        }

        public boolean addAll(Collection<? extends E> others) {
            synchronized (lock) {
                return inner.addAll(others);
            }
        }

        public boolean containsAll(Collection<?> others) {
            synchronized (lock) {
                return inner.containsAll(others);
            }
        }

        public boolean removeAll(Collection<?> others) {
            synchronized (lock) {
                return inner.removeAll(others);
            }
        }

        public boolean retainAll(Collection<?> others) {
            synchronized (lock) {
                return inner.retainAll(others);
            }
        }

        public boolean removeIf(Predicate<? super E> unwanted) {
            synchronized (lock) {
                return inner.removeIf(unwanted);
            }
        }

        public void forEach(Consumer<? super E> action) {
            synchronized (lock) {
                inner.forEach(action);
            }
        }

        public void clear() {
            synchronized (lock) {
                inner.clear();
            }
        }

        public Object[] toArray() {
            synchronized (lock) {
                return inner.toArray();
            }
        }

        public <T> T[] toArray(T[] target) {
            synchronized (lock) {
                return inner.toArray(target);
            }
        }

        public String toString() {
            synchronized (lock) {
                return inner.toString();
            }
        }

        public Iterator<E> iterator() {
            return inner.iterator();
        }
    }

    static class SynchronizedSet<E> extends SynchronizedCollection<E> implements Set<E> {
        SynchronizedSet(Set<E> inner) {
            super(inner);
        }

        SynchronizedSet(Set<E> inner, Object lock) {
            super(inner, lock);
        }

        public boolean equals(Object other) {
            if (this == other) return true;
            synchronized (lock) {
                return inner.equals(other);
            }
        }

        public int hashCode() {
            synchronized (lock) {
                return inner.hashCode();
            }
        }
    }

    static class SynchronizedList<E> extends SynchronizedCollection<E> implements List<E> {
        final List<E> list;

        SynchronizedList(List<E> inner) {
            super(inner);
            this.list = inner;
        }

        SynchronizedList(List<E> inner, Object lock) {
            super(inner, lock);
            this.list = inner;
        }

        public boolean addAll(int index, Collection<? extends E> others) {
            synchronized (lock) {
                return list.addAll(index, others);
            }
        }

        public List<E> subList(int from, int to) {
            synchronized (lock) {
                return new SynchronizedList<E>(list.subList(from, to), lock);
            }
        }

        public ListIterator<E> listIterator() {
            return list.listIterator();
        }

        public ListIterator<E> listIterator(int index) {
            return list.listIterator(index);
        }

        public E get(int index) {
            synchronized (lock) {
                return list.get(index);
            }
        }

        public E set(int index, E value) {
            synchronized (lock) {
                return list.set(index, value);
            }
        }

        public void add(int index, E value) {
            synchronized (lock) {
                list.add(index, value);
            }
        }

        public E remove(int index) {
            synchronized (lock) {
                return list.remove(index);
            }
        }

        public int indexOf(Object value) {
            synchronized (lock) {
                return list.indexOf(value);
            }
        }

        public int lastIndexOf(Object value) {
            synchronized (lock) {
                return list.lastIndexOf(value);
            }
        }

        public void replaceAll(UnaryOperator<E> change) {
            synchronized (lock) {
                list.replaceAll(change);
            }
        }

        public void sort(Comparator<? super E> order) {
            synchronized (lock) {
                list.sort(order);
            }
        }

        public boolean equals(Object other) {
            if (this == other) return true;
            synchronized (lock) {
                return list.equals(other);
            }
        }

        public int hashCode() {
            synchronized (lock) {
                return list.hashCode();
            }
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

        public synchronized boolean remove(Object key, Object value) {
            return inner.remove(key, value);
        }

        public synchronized V replace(K key, V value) {
            return inner.replace(key, value);
        }

        public synchronized boolean replace(K key, V old, V value) {
            return inner.replace(key, old, value);
        }

        public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
            return inner.computeIfAbsent(key, make);
        }

        public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
            return inner.computeIfPresent(key, change);
        }

        public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
            return inner.compute(key, change);
        }

        public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
            return inner.merge(key, value, join);
        }

        public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
            inner.forEach(action);
        }

        public boolean equals(Object other) {
            if (this == other) return true;
            synchronized (this) {
                return inner.equals(other);
            }
        }

        public synchronized int hashCode() {
            return inner.hashCode();
        }

        public synchronized String toString() {
            return inner.toString();
        }

        public synchronized Set<K> keySet() {
            return new SynchronizedSet<K>(inner.keySet(), this);
        }

        public synchronized Collection<V> values() {
            return new SynchronizedCollection<V>(inner.values(), this);
        }

        public synchronized Set<Map.Entry<K, V>> entrySet() {
            return new SynchronizedSet<Map.Entry<K, V>>(inner.entrySet(), this);
        }
    }

    // So many times the same element; none at all is the empty list. What would change nothing is allowed.
    private static class Copies<E> extends AbstractList<E> {
        private final int count;
        private final E value;

        Copies(int count, E value) {
            this.count = count;
            this.value = value;
        }

        public int size() {
            return count;
        }

        public E get(int index) {
            if (index < 0 || index >= count) throw new IndexOutOfBoundsException();
            return value;
        }
    }

    private static class EmptySet<E> extends AbstractSet<E> {
        public int size() {
            return 0;
        }

        public Iterator<E> iterator() {
            return new Copies<E>(0, null).iterator();
        }
    }

    private static class SingletonSet<E> extends AbstractSet<E> {
        private final E value;

        SingletonSet(E value) {
            this.value = value;
        }

        public int size() {
            return 1;
        }

        public Iterator<E> iterator() {
            return new ReadOnly<E>(new Copies<E>(1, value).iterator());
        }

        public boolean removeIf(Predicate<? super E> unwanted) {
            throw new UnsupportedOperationException();
        }
    }

    private static class SingletonList<E> extends Copies<E> {
        SingletonList(E value) {
            super(1, value);
        }

        public Iterator<E> iterator() {
            return new ReadOnly<E>(super.iterator());
        }

        public boolean removeIf(Predicate<? super E> unwanted) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(UnaryOperator<E> change) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> order) {}
    }

    // A map of one key or none: it refuses what would change it, and is not asked about what is not there.
    private static class SmallMap<K, V> extends UnmodifiableMap<K, V> {
        private final Map<K, V> inner;

        SmallMap(Map<K, V> inner) {
            super(inner);
            this.inner = inner;
        }

        public V remove(Object key) {
            if (inner.containsKey(key)) throw new UnsupportedOperationException();
            return null;
        }

        public void clear() {
            if (!inner.isEmpty()) throw new UnsupportedOperationException();
        }

        public void putAll(Map<? extends K, ? extends V> others) {
            if (!others.isEmpty()) throw new UnsupportedOperationException();
        }

        public Set<K> keySet() {
            return small(inner.keySet());
        }

        public Collection<V> values() {
            return small(inner.values());
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return small((Set) inner.entrySet());
        }

        private static <T> Set<T> small(Collection<T> all) {
            if (all.isEmpty()) return new EmptySet<T>();
            return new SingletonSet<T>(all.iterator().next());
        }
    }

    // A map that never changes: it refuses every change, its views only what would change them.
    static class FixedMap<K, V> extends UnmodifiableMap<K, V> {
        private final Map<K, V> inner;

        FixedMap(Map<K, V> inner) {
            super(inner);
            this.inner = inner;
        }

        public Set<K> keySet() {
            return new FixedView<K>(inner.keySet(), true);
        }

        public Collection<V> values() {
            return new FixedView<V>(inner.values(), true);
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return new FixedView<Map.Entry<K, V>>((Set) inner.entrySet(), false);
        }
    }

    private static class FixedView<E> extends AbstractSet<E> {
        private final Collection<E> inner;
        // Clearing it clears the map, even where there is nothing in it.
        private final boolean clearsMap;

        FixedView(Collection<E> inner, boolean clearsMap) {
            this.inner = inner;
            this.clearsMap = clearsMap;
        }

        public void clear() {
            if (clearsMap) throw new UnsupportedOperationException();
            super.clear();
        }

        public boolean contains(Object value) {
            return inner.contains(value);
        }

        public int size() {
            return inner.size();
        }

        public Iterator<E> iterator() {
            return new ReadOnly<E>(inner.iterator());
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
        final List<? extends E> inner;

        UnmodifiableList(List<? extends E> inner) {
            if (inner == null) throw new NullPointerException();
            this.inner = inner;
        }

        public boolean addAll(int index, Collection<? extends E> others) {
            throw new UnsupportedOperationException();
        }

        public ListIterator<E> listIterator(int index) {
            return new ReadOnlyList<E>((ListIterator) inner.listIterator(index));
        }

        public List<E> subList(int from, int to) {
            return new UnmodifiableList<E>(inner.subList(from, to));
        }

        public int size() {
            return inner.size();
        }

        public E get(int index) {
            return inner.get(index);
        }

        public Iterator<E> iterator() {
            return new ReadOnly<E>(inner.iterator());
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

        public List<E> subList(int from, int to) {
            return new FixedList<E>(inner.subList(from, to));
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

    private static class ReadOnlyList<E> implements ListIterator<E> {
        private final ListIterator<E> inner;

        ReadOnlyList(ListIterator<E> inner) {
            this.inner = inner;
        }

        public boolean hasNext() {
            return inner.hasNext();
        }

        public E next() {
            return inner.next();
        }

        public boolean hasPrevious() {
            return inner.hasPrevious();
        }

        public E previous() {
            return inner.previous();
        }

        public int nextIndex() {
            return inner.nextIndex();
        }

        public int previousIndex() {
            return inner.previousIndex();
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }

        public void set(E value) {
            throw new UnsupportedOperationException();
        }

        public void add(E value) {
            throw new UnsupportedOperationException();
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

        public String toString() {
            return inner.toString();
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
