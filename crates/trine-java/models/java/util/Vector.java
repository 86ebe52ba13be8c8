package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

// An ArrayList whose methods hold its lock.
public class Vector<E> extends ArrayList<E> {
    public Vector() {}

    public Vector(int capacity) {
        super(capacity);
    }

    public synchronized int size() {
        return super.size();
    }

    public synchronized boolean isEmpty() {
        return super.isEmpty();
    }

    public synchronized E get(int index) {
        check(index, super.size() - 1);
        return super.get(index);
    }

    public E elementAt(int index) {
        return get(index);
    }

    public synchronized E set(int index, E value) {
        check(index, super.size() - 1);
        return super.set(index, value);
    }

    public synchronized boolean add(E value) {
        return super.add(value);
    }

    public void addElement(E value) {
        add(value);
    }

    public synchronized void add(int index, E value) {
        check(index, super.size());
        super.add(index, value);
    }

    public synchronized E remove(int index) {
        check(index, super.size() - 1);
        return super.remove(index);
    }

    // Unlike ArrayList, it throws the exception of arrays.
    private void check(int index, int last) {
        if (index < 0 || index > last) throw new ArrayIndexOutOfBoundsException();
    }

    public synchronized boolean remove(Object value) {
        return super.remove(value);
    }

    public synchronized int indexOf(Object value) {
        return super.indexOf(value);
    }

    public synchronized boolean contains(Object value) {
        return super.contains(value);
    }

    public synchronized void clear() {
        super.clear();
    }

    public synchronized int lastIndexOf(Object value) {
        return super.lastIndexOf(value);
    }

    public synchronized boolean addAll(Collection<? extends E> others) {
        return super.addAll(others);
    }

    public synchronized boolean addAll(int index, Collection<? extends E> others) {
        check(index, super.size());
        return super.addAll(index, others);
    }

    public synchronized boolean containsAll(Collection<?> others) {
        return super.containsAll(others);
    }

    public synchronized boolean removeAll(Collection<?> others) {
        return super.removeAll(others);
    }

    public synchronized boolean retainAll(Collection<?> others) {
        return super.retainAll(others);
    }

    public synchronized boolean removeIf(Predicate<? super E> unwanted) {
        return super.removeIf(unwanted);
    }

    public synchronized void forEach(Consumer<? super E> action) {
        super.forEach(action);
    }

    public synchronized void replaceAll(UnaryOperator<E> change) {
        super.replaceAll(change);
    }

    public synchronized void sort(Comparator<? super E> order) {
        super.sort(order);
    }

    public synchronized Object[] toArray() {
        return super.toArray();
    }

    public synchronized <T> T[] toArray(T[] target) {
        return super.toArray(target);
    }

    public synchronized boolean equals(Object other) {
        return super.equals(other);
    }

    public synchronized int hashCode() {
        return super.hashCode();
    }

    public synchronized String toString() {
        return super.toString();
    }

    public synchronized List<E> subList(int from, int to) {
        return new Collections.SynchronizedList<E>(super.subList(from, to), this);
    }

    public synchronized Iterator<E> iterator() {
        return new LockingCursor<E>(this, 0);
    }

    public synchronized ListIterator<E> listIterator(int index) {
        if (index < 0 || index > super.size()) throw new IndexOutOfBoundsException();
        return new LockingCursor<E>(this, index);
    }

    // Each of its steps but a look ahead holds the lock of the vector.
    private static class LockingCursor<E> extends AbstractList.Cursor<E> {
        LockingCursor(Vector<E> vector, int at) {
            super(vector, at);
        }

        public E next() {
            synchronized (list) {
                return super.next();
            }
        }

        public E previous() {
            synchronized (list) {
                return super.previous();
            }
        }

        public void remove() {
            synchronized (list) {
                super.remove();
            }
        }

        public void set(E value) {
            synchronized (list) {
                super.set(value);
            }
        }

        public void add(E value) {
            synchronized (list) {
                super.add(value);
            }
        }
    }
}
