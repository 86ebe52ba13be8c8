package java.util;

import trine.Trine;

// What every list can do by means of get, set and size.
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    // What iterators and sublists remember. They notice by another one that the list was changed in between. It is
    // made when it is asked for, so that a list that has no iterator keeps none. Several threads may iterate.
    volatile Object version;

    // Called before the list becomes longer or shorter.
    void changed() {
        if (version != null) version = null;
    }

    // Whether this is still what its iterators take it for: a sublist depends on its list.
    void check() {}

    // Its length, whether or not it may still be asked.
    int count() {
        return size();
    }

    // An element for an iterator, which has compared the index with the length.
    E at(int index) {
        return get(index);
    }

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
        return new Cursor<E>(this, 0);
    }

    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size()) throw new IndexOutOfBoundsException();
        return new Cursor<E>(this, index);
    }

    public List<E> subList(int from, int to) {
        if (from < 0 || to > size()) throw new IndexOutOfBoundsException();
        if (from > to) throw new IllegalArgumentException();
        return new SubList<E>(this, from, to - from);
    }

    public boolean addAll(int index, Collection<? extends E> others) {
        if (index < 0 || index > size()) throw new IndexOutOfBoundsException();
        int at = index;
        for (E other : others) add(at++, other);
        return at > index;
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

    static class Cursor<E> implements ListIterator<E> {
        final AbstractList<E> list;
        int at;
        private Object expected;
        // The element that can be removed or replaced; -1 for none.
        private int last = -1;

        Cursor(AbstractList<E> list, int at) {
            this.list = list;
            this.at = at;
            remember();
        }

        private void remember() {
            Trine.atomic(() -> {
                if (list.version == null) list.version = new Object();
                expected = list.version;
            });
        }

        boolean isCurrent() {
            return list.version == expected;
        }

        private void check() {
            list.check();
            if (!isCurrent()) throw new ConcurrentModificationException();
        }

        public boolean hasNext() {
            return at != list.count();
        }

        public E next() {
            check();
            int index = at;
            if (index >= list.count()) throw new NoSuchElementException();
            E value = list.at(index);
            at = index + 1;
            last = index;
            return value;
        }

        public boolean hasPrevious() {
            return at != 0;
        }

        public E previous() {
            check();
            int index = at - 1;
            if (index < 0) throw new NoSuchElementException();
            E value = list.at(index);
            at = index;
            last = index;
            return value;
        }

        public int nextIndex() {
            return at;
        }

        public int previousIndex() {
            return at - 1;
        }

        public void remove() {
            if (last < 0) throw new IllegalStateException();
            check();
            list.remove(last);
            at = last;
            last = -1;
            remember();
        }

        public void set(E value) {
            if (last < 0) throw new IllegalStateException();
            check();
            list.set(last, value);
        }

        public void add(E value) {
            check();
            list.add(at, value);
            at++;
            last = -1;
            remember();
        }
    }

    // A part of a list. Changes of the list that do not come through it make it useless.
    private static class SubList<E> extends AbstractList<E> implements RandomAccess {
        private final AbstractList<E> list;
        private final int start;
        private int size;
        private Object expected;

        SubList(AbstractList<E> list, int start, int size) {
            this.list = list;
            this.start = start;
            this.size = size;
            remember();
        }

        private void remember() {
            Trine.atomic(() -> {
                if (list.version == null) list.version = new Object();
                expected = list.version;
            });
        }

        void check() {
            list.check();
            if (list.version != expected) throw new ConcurrentModificationException();
        }

        int count() {
            return size;
        }

        public int size() {
            check();
            return size;
        }

        public E get(int index) {
            within(index, size - 1);
            check();
            return list.at(start + index);
        }

        public E set(int index, E value) {
            within(index, size - 1);
            check();
            return list.set(start + index, value);
        }

        public void add(int index, E value) {
            within(index, size);
            check();
            list.add(start + index, value);
            changed();
            size++;
            remember();
        }

        public E remove(int index) {
            within(index, size - 1);
            check();
            E old = list.remove(start + index);
            changed();
            size--;
            remember();
            return old;
        }

        public boolean addAll(Collection<? extends E> others) {
            return addAll(size, others);
        }

        private void within(int index, int last) {
            if (index < 0 || index > last) throw new IndexOutOfBoundsException();
        }
    }
}
