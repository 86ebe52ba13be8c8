package java.util.concurrent;

import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import trine.Trine;

// Keeps an array that is never changed once it is there: each change makes a new one, in one step.
public class CopyOnWriteArrayList<E> extends AbstractList<E> {
    private volatile Object[] elements = new Object[0];

    public CopyOnWriteArrayList() {}

    public CopyOnWriteArrayList(Collection<? extends E> others) {
        elements = others.toArray();
    }

    public int size() {
        return elements.length;
    }

    public E get(int index) {
        Object[] seen = elements;
        return (E) seen[index];
    }

    public int indexOf(Object value) {
        Object[] seen = elements;
        for (int i = 0; i < seen.length; i++) {
            if (Objects.equals(value, seen[i])) return i;
        }
        return -1;
    }

    public boolean add(E value) {
        Trine.atomic(() -> {
            insert(elements.length, value);
        });
        return true;
    }

    public void add(int index, E value) {
        boolean fits = false;
        Trine.atomic(() -> {
            fits = index >= 0 && index <= elements.length;
            if (fits) insert(index, value);
        });
        if (!fits) throw new IndexOutOfBoundsException();
    }

    public boolean addIfAbsent(E value) {
        boolean absent = false;
        Trine.atomic(() -> {
            absent = indexOf(value) < 0;
            if (absent) insert(elements.length, value);
        });
        return absent;
    }

    public E set(int index, E value) {
        E old = null;
        boolean fits = false;
        Trine.atomic(() -> {
            Object[] seen = elements;
            fits = index >= 0 && index < seen.length;
            if (fits) {
                Object[] copy = new Object[seen.length];
                for (int i = 0; i < seen.length; i++) copy[i] = seen[i];
                old = (E) seen[index];
                copy[index] = value;
                elements = copy;
            }
        });
        if (!fits) throw new IndexOutOfBoundsException();
        return old;
    }

    public E remove(int index) {
        E old = null;
        boolean fits = false;
        Trine.atomic(() -> {
            fits = index >= 0 && index < elements.length;
            if (fits) old = extract(index);
        });
        if (!fits) throw new IndexOutOfBoundsException();
        return old;
    }

    public boolean remove(Object value) {
        boolean found = false;
        Trine.atomic(() -> {
            int index = indexOf(value);
            found = index >= 0;
            if (found) extract(index);
        });
        return found;
    }

    public void clear() {
        elements = new Object[0];
    }

    public Iterator<E> iterator() {
        return new Cursor<E>(elements);
    }

    // Inside a step.
    private void insert(int index, E value) {
        Object[] seen = elements;
        Object[] copy = new Object[seen.length + 1];
        for (int i = 0; i < index; i++) copy[i] = seen[i];
        copy[index] = value;
        for (int i = index; i < seen.length; i++) copy[i + 1] = seen[i];
        elements = copy;
    }

    // Inside a step.
    private E extract(int index) {
        Object[] seen = elements;
        Object[] copy = new Object[seen.length - 1];
        for (int i = 0; i < index; i++) copy[i] = seen[i];
        for (int i = index + 1; i < seen.length; i++) copy[i - 1] = seen[i];
        elements = copy;
        return (E) seen[index];
    }

    private static class Cursor<E> implements Iterator<E> {
        private final Object[] seen;
        private int at;

        Cursor(Object[] seen) {
            this.seen = seen;
        }

        public boolean hasNext() {
            return at < seen.length;
        }

        public E next() {
            if (at >= seen.length) throw new NoSuchElementException();
            at++;
            return (E) seen[at - 1];
        }
    }
}
