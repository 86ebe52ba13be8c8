package java.util;

// What every list can do by means of get, set and size. The iterator notices that the list was
// changed by its size.
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    public abstract E get(int index);

    public E set(int index, E value) {
        throw new UnsupportedOperationException();
    }

    public boolean add(E value) {
        add(size(), value);
        return true;
    }

    public void add(int index, E value) {
        throw new UnsupportedOperationException();
    }

    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    public int indexOf(Object value) {
        int count = size();
        for (int i = 0; i < count; i++) {
            if (Objects.equals(value, get(i))) return i;
        }
        return -1;
    }

    public int lastIndexOf(Object value) {
        for (int i = size() - 1; i >= 0; i--) {
            if (Objects.equals(value, get(i))) return i;
        }
        return -1;
    }

    public boolean contains(Object value) {
        return indexOf(value) >= 0;
    }

    public boolean remove(Object value) {
        int index = indexOf(value);
        if (index < 0) return false;
        remove(index);
        return true;
    }

    public Iterator<E> iterator() {
        return new Cursor<E>(this);
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof List)) return false;
        List<?> list = (List<?>) other;
        int count = size();
        if (list.size() != count) return false;
        for (int i = 0; i < count; i++) {
            if (!Objects.equals(get(i), list.get(i))) return false;
        }
        return true;
    }

    public int hashCode() {
        int hash = 1;
        int count = size();
        for (int i = 0; i < count; i++) hash = 31 * hash + Objects.hashCode(get(i));
        return hash;
    }

    private static class Cursor<E> implements Iterator<E> {
        private final AbstractList<E> list;
        private int at;
        private int expected;
        // Whether there is something to remove.
        private boolean returned;

        Cursor(AbstractList<E> list) {
            this.list = list;
            this.expected = list.size();
        }

        public boolean hasNext() {
            return at != list.size();
        }

        public E next() {
            int count = list.size();
            if (count != expected) throw new ConcurrentModificationException();
            if (at >= count) throw new NoSuchElementException();
            at++;
            returned = true;
            return list.get(at - 1);
        }

        public void remove() {
            if (!returned) throw new IllegalStateException();
            if (list.size() != expected) throw new ConcurrentModificationException();
            returned = false;
            at--;
            list.remove(at);
            expected--;
        }
    }
}
