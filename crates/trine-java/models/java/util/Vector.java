package java.util;

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
        return super.get(index);
    }

    public E elementAt(int index) {
        return get(index);
    }

    public synchronized E set(int index, E value) {
        return super.set(index, value);
    }

    public synchronized boolean add(E value) {
        return super.add(value);
    }

    public void addElement(E value) {
        add(value);
    }

    public synchronized void add(int index, E value) {
        super.add(index, value);
    }

    public synchronized E remove(int index) {
        return super.remove(index);
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
}
