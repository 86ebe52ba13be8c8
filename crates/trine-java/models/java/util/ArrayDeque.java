package java.util;

import trine.Trine;

// Keeps the elements at the start of an array that grows, first one first, so that equal contents are
// equal states. Meant for one thread at a time, as ArrayList.
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E> {
    private Object[] elements;
    private int size;
    // What iterators remember, as in AbstractList.
    private volatile Object version;

    private void changed() {
        if (version != null) version = null;
    }

    public ArrayDeque() {
        elements = new Object[8];
    }

    public ArrayDeque(int capacity) {
        elements = new Object[8];
    }

    public ArrayDeque(Collection<? extends E> others) {
        elements = new Object[8];
        addAll(others);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean add(E value) {
        addLast(value);
        return true;
    }

    public boolean offer(E value) {
        addLast(value);
        return true;
    }

    public boolean offerFirst(E value) {
        addFirst(value);
        return true;
    }

    public boolean offerLast(E value) {
        addLast(value);
        return true;
    }

    public void push(E value) {
        addFirst(value);
    }

    public void addLast(E value) {
        if (value == null) throw new NullPointerException();
        changed();
        int count = size;
        Object[] all = elements;
        if (count == all.length) all = grow(all, count);
        all[count] = value;
        size = count + 1;
    }

    public void addFirst(E value) {
        if (value == null) throw new NullPointerException();
        changed();
        int count = size;
        Object[] read = elements;
        Object[] all = count == read.length ? grow(read, count) : read;
        Trine.atomic(() -> {
            for (int i = count; i > 0; i--) all[i] = all[i - 1];
        });
        all[0] = value;
        size = count + 1;
    }

    public E pollFirst() {
        int count = size;
        if (count == 0) return null;
        changed();
        Object[] all = elements;
        E value = (E) all[0];
        Trine.atomic(() -> {
            for (int i = 0; i < count - 1; i++) all[i] = all[i + 1];
        });
        all[count - 1] = null;
        size = count - 1;
        return value;
    }

    public E pollLast() {
        int count = size;
        if (count == 0) return null;
        changed();
        Object[] all = elements;
        E value = (E) all[count - 1];
        all[count - 1] = null;
        size = count - 1;
        return value;
    }

    public E peekFirst() {
        int count = size;
        if (count == 0) return null;
        return (E) elements[0];
    }

    public E peekLast() {
        int count = size;
        if (count == 0) return null;
        return (E) elements[count - 1];
    }

    public E poll() {
        return pollFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public E remove() {
        return removeFirst();
    }

    public E element() {
        return getFirst();
    }

    public E pop() {
        return removeFirst();
    }

    public E removeFirst() {
        E value = pollFirst();
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public E removeLast() {
        E value = pollLast();
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public E getFirst() {
        E value = peekFirst();
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public E getLast() {
        E value = peekLast();
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public void clear() {
        changed();
        int count = size;
        Object[] all = elements;
        for (int i = 0; i < count; i++) all[i] = null;
        size = 0;
    }

    public Iterator<E> iterator() {
        return new Cursor<E>(this);
    }

    private Object[] grow(Object[] full, int count) {
        if (!Trine.isKnown(count)) {
            Trine.unmodelled("a queue that threads make longer than 8 elements");
            Trine.await(false);
        }
        Object[] wider = new Object[2 * full.length];
        for (int i = 0; i < full.length; i++) wider[i] = full[i];
        elements = wider;
        return wider;
    }

    private void removeAt(int index) {
        changed();
        int count = size;
        Object[] all = elements;
        Trine.atomic(() -> {
            for (int i = index; i < count - 1; i++) all[i] = all[i + 1];
        });
        all[count - 1] = null;
        size = count - 1;
    }

    // The real one goes on in its array where the deque was changed, and notices only some of the changes.
    private static class Cursor<E> implements Iterator<E> {
        private final ArrayDeque<E> deque;
        private int at;
        private int count;
        private Object expected;
        // Whether there is something to remove.
        private boolean returned;

        Cursor(ArrayDeque<E> deque) {
            this.deque = deque;
            this.count = deque.size;
            remember();
        }

        private void remember() {
            Trine.atomic(() -> {
                if (deque.version == null) deque.version = new Object();
                expected = deque.version;
            });
        }

        private void check() {
            if (deque.version != expected) Trine.unmodelled("an ArrayDeque that is changed while it is iterated");
        }

        public boolean hasNext() {
            return at < count;
        }

        public E next() {
            if (at >= count) throw new NoSuchElementException();
            check();
            at++;
            returned = true;
            return (E) deque.elements[at - 1];
        }

        public void remove() {
            if (!returned) throw new IllegalStateException();
            check();
            returned = false;
            at--;
            count--;
            deque.removeAt(at);
            remember();
        }
    }
}
