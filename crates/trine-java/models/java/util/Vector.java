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
}
