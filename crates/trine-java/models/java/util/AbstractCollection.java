package java.util;

// What every collection can do by means of its iterator and its size.
public abstract class AbstractCollection<E> implements Collection<E> {
    public abstract Iterator<E> iterator();

    public abstract int size();

    public boolean isEmpty() {
        return size() == 0;
    }

    public boolean contains(Object value) {
        Iterator<E> rest = iterator();
        while (rest.hasNext()) {
            if (Objects.equals(value, rest.next())) return true;
        }
        return false;
    }

    public boolean add(E value) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object value) {
        Iterator<E> rest = iterator();
        while (rest.hasNext()) {
            if (Objects.equals(value, rest.next())) {
                rest.remove();
                return true;
            }
        }
        return false;
    }

    public boolean addAll(Collection<? extends E> others) {
        boolean changed = false;
        for (E other : others) {
            if (add(other)) changed = true;
        }
        return changed;
    }

    public boolean containsAll(Collection<?> others) {
        for (Object other : others) {
            if (!contains(other)) return false;
        }
        return true;
    }

    public boolean removeAll(Collection<?> others) {
        boolean changed = false;
        Iterator<E> rest = iterator();
        while (rest.hasNext()) {
            if (others.contains(rest.next())) {
                rest.remove();
                changed = true;
            }
        }
        return changed;
    }

    public boolean retainAll(Collection<?> others) {
        boolean changed = false;
        Iterator<E> rest = iterator();
        while (rest.hasNext()) {
            if (!others.contains(rest.next())) {
                rest.remove();
                changed = true;
            }
        }
        return changed;
    }

    public void clear() {
        Iterator<E> rest = iterator();
        while (rest.hasNext()) {
            rest.next();
            rest.remove();
        }
    }

    public Object[] toArray() {
        Object[] result = new Object[size()];
        int i = 0;
        Iterator<E> rest = iterator();
        while (i < result.length && rest.hasNext()) result[i++] = rest.next();
        return result;
    }

    public <T> T[] toArray(T[] target) {
        Object[] result = target.length >= size() ? target : new Object[size()];
        int i = 0;
        Iterator<E> rest = iterator();
        while (i < result.length && rest.hasNext()) result[i++] = rest.next();
        if (i < result.length) result[i] = null;
        return (T[]) result;
    }

    public String toString() {
        String text = "[";
        Iterator<E> rest = iterator();
        boolean first = true;
        while (rest.hasNext()) {
            E value = rest.next();
            String one = value == this ? "(this Collection)" : String.valueOf(value);
            text = first ? text + one : text + ", " + one;
            first = false;
        }
        return text + "]";
    }
}
