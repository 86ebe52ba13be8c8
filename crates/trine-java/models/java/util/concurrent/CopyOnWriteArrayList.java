package java.util.concurrent;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import trine.Trine;

// Keeps an array that is never changed once it is there: each change makes a new one, in one step.
public class CopyOnWriteArrayList<E> extends AbstractList<E> {
    private volatile Object[] elements = new Object[0];

    public CopyOnWriteArrayList() {}

    public CopyOnWriteArrayList(Collection<? extends E> others) {
        elements = others.toArray();
    }

    public CopyOnWriteArrayList(E[] others) {
        Object[] copy = new Object[others.length];
        for (int i = 0; i < others.length; i++) copy[i] = others[i];
        elements = copy;
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

    public boolean addAll(Collection<? extends E> others) {
        Object[] more = others.toArray();
        Trine.atomic(() -> {
            for (int i = 0; i < more.length; i++) insert(elements.length, (E) more[i]);
        });
        return more.length > 0;
    }

    public int addAllAbsent(Collection<? extends E> others) {
        Object[] more = others.toArray();
        int added = 0;
        for (int i = 0; i < more.length; i++) {
            if (addIfAbsent((E) more[i])) added++;
        }
        return added;
    }

    // Asks again where another thread changed the list meanwhile; in Java that thread waits.
    public boolean removeIf(Predicate<? super E> unwanted) {
        if (unwanted == null) throw new NullPointerException();
        while (true) {
            Object[] seen = elements;
            Object[] kept = new Object[seen.length];
            int count = 0;
            for (int i = 0; i < seen.length; i++) {
                if (!unwanted.test((E) seen[i])) kept[count++] = seen[i];
            }
            if (count == seen.length) return false;
            Object[] rest = new Object[count];
            for (int i = 0; i < count; i++) rest[i] = kept[i];
            if (exchange(seen, rest)) return true;
        }
    }

    public boolean removeAll(Collection<?> unwanted) {
        if (unwanted == null) throw new NullPointerException();
        return removeIf(value -> unwanted.contains(value));
    }

    public boolean retainAll(Collection<?> wanted) {
        if (wanted == null) throw new NullPointerException();
        return removeIf(value -> !wanted.contains(value));
    }

    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        Object[] seen = elements;
        for (int i = 0; i < seen.length; i++) action.accept((E) seen[i]);
    }

    public Object[] toArray() {
        Object[] seen = elements;
        Object[] copy = new Object[seen.length];
        for (int i = 0; i < seen.length; i++) copy[i] = seen[i];
        return copy;
    }

    public boolean isEmpty() {
        return elements.length == 0;
    }

    public void clear() {
        elements = new Object[0];
    }

    // Goes over what is there now, and changes nothing.
    public ListIterator<E> listIterator(int index) {
        ArrayList<E> seen = new ArrayList<>(this);
        if (index < 0 || index > seen.size()) throw new IndexOutOfBoundsException();
        return Collections.unmodifiableList(seen).listIterator(index);
    }

    public List<E> subList(int from, int to) {
        Trine.unmodelled("subList of a CopyOnWriteArrayList");
        return null;
    }

    public boolean addAll(int index, Collection<? extends E> others) {
        Object[] more = others.toArray();
        boolean fits = false;
        Trine.atomic(() -> {
            fits = index >= 0 && index <= elements.length;
            for (int i = 0; fits && i < more.length; i++) insert(index + i, (E) more[i]);
        });
        if (!fits) throw new IndexOutOfBoundsException();
        return more.length > 0;
    }

    // As removeIf.
    public void sort(Comparator<? super E> order) {
        while (true) {
            Object[] seen = elements;
            Object[] sorted = new Object[seen.length];
            for (int i = 0; i < seen.length; i++) sorted[i] = seen[i];
            Arrays.sort((E[]) sorted, order);
            if (exchange(seen, sorted)) return;
        }
    }

    public void replaceAll(UnaryOperator<E> change) {
        if (change == null) throw new NullPointerException();
        while (true) {
            Object[] seen = elements;
            Object[] changed = new Object[seen.length];
            for (int i = 0; i < seen.length; i++) changed[i] = change.apply((E) seen[i]);
            if (exchange(seen, changed)) return;
        }
    }

    private boolean exchange(Object[] seen, Object[] made) {
        boolean done = false;
        Trine.atomic(() -> {
            done = elements == seen;
            if (done) elements = made;
        });
        return done;
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
