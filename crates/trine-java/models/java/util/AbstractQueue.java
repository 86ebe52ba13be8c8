package java.util;

// The operations that raise an error, by means of those that do not.
public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {
    public boolean add(E value) {
        if (!offer(value)) throw new IllegalStateException("Queue full");
        return true;
    }

    public E remove() {
        E value = poll();
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public E element() {
        E value = peek();
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public void clear() {
        while (poll() != null) {}
    }
}
