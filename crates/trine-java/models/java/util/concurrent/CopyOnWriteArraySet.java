package java.util.concurrent;

import java.util.AbstractSet;
import java.util.Iterator;

public class CopyOnWriteArraySet<E> extends AbstractSet<E> {
    private final CopyOnWriteArrayList<E> list = new CopyOnWriteArrayList<>();

    public CopyOnWriteArraySet() {}

    public int size() {
        return list.size();
    }

    public boolean contains(Object value) {
        return list.contains(value);
    }

    public boolean add(E value) {
        return list.addIfAbsent(value);
    }

    public boolean remove(Object value) {
        return list.remove(value);
    }

    public void clear() {
        list.clear();
    }

    public Iterator<E> iterator() {
        return list.iterator();
    }
}
