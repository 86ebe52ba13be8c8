package java.util.concurrent;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Predicate;

public class CopyOnWriteArraySet<E> extends AbstractSet<E> {
    private final CopyOnWriteArrayList<E> list = new CopyOnWriteArrayList<>();

    public CopyOnWriteArraySet() {}

    public CopyOnWriteArraySet(Collection<? extends E> others) {
        list.addAllAbsent(others);
    }

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

    public boolean addAll(Collection<? extends E> others) {
        return list.addAllAbsent(others) > 0;
    }

    public boolean removeIf(Predicate<? super E> unwanted) {
        return list.removeIf(unwanted);
    }

    public boolean removeAll(Collection<?> unwanted) {
        return list.removeAll(unwanted);
    }

    public boolean retainAll(Collection<?> wanted) {
        return list.retainAll(wanted);
    }

    public void clear() {
        list.clear();
    }

    public Iterator<E> iterator() {
        return list.iterator();
    }
}
