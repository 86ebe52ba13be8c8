package java.util;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import trine.Trine;

// Keeps the elements in an array that grows. Meant for one thread at a time: fields and elements are
// accessed one by one, so that unsynchronised use is a race and can lose elements. Elements move up
// or down in one step.
public class ArrayList<E> extends AbstractList<E> implements RandomAccess {
    private Object[] elements;
    private int size;

    public ArrayList() {
        elements = new Object[8];
    }

    public ArrayList(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
        elements = new Object[8];
    }

    public ArrayList(Collection<? extends E> others) {
        Object[] start = others.toArray();
        int count = start.length;
        if (count >= 8) {
            elements = start;
        } else {
            Object[] room = new Object[8];
            for (int i = 0; i < count; i++) room[i] = start[i];
            elements = room;
        }
        size = count;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public E get(int index) {
        int count = size;
        if (index < 0 || index >= count) throw new IndexOutOfBoundsException();
        return (E) elements[index];
    }

    public E set(int index, E value) {
        int count = size;
        if (index < 0 || index >= count) throw new IndexOutOfBoundsException();
        Object[] all = elements;
        E old = (E) all[index];
        all[index] = value;
        return old;
    }

    public boolean add(E value) {
        changed();
        int count = size;
        Object[] all = elements;
        if (count == all.length) all = grow(all, count);
        all[count] = value;
        size = count + 1;
        return true;
    }

    public void add(int index, E value) {
        int count = size;
        if (index < 0 || index > count) throw new IndexOutOfBoundsException();
        changed();
        Object[] read = elements;
        Object[] all = count == read.length ? grow(read, count) : read;
        Trine.atomic(() -> {
            for (int i = count; i > index; i--) all[i] = all[i - 1];
        });
        all[index] = value;
        size = count + 1;
    }

    public E remove(int index) {
        int count = size;
        if (index < 0 || index >= count) throw new IndexOutOfBoundsException();
        Object[] all = elements;
        E old = (E) all[index];
        changed();
        Trine.atomic(() -> {
            for (int i = index; i < count - 1; i++) all[i] = all[i + 1];
        });
        all[count - 1] = null;
        size = count - 1;
        return old;
    }

    // What is added is read before anything changes: it may be this list.
    public boolean addAll(Collection<? extends E> others) {
        Object[] more = others.toArray();
        changed();
        for (Object value : more) add((E) value);
        return more.length > 0;
    }

    public boolean addAll(int index, Collection<? extends E> others) {
        int count = size;
        if (index < 0 || index > count) throw new IndexOutOfBoundsException();
        Object[] more = others.toArray();
        changed();
        int at = index;
        for (Object value : more) add(at++, (E) value);
        return more.length > 0;
    }

    public Object[] toArray() {
        int count = size;
        Object[] all = elements;
        Object[] result = new Object[count];
        for (int i = 0; i < count; i++) result[i] = all[i];
        return result;
    }

    // Stops at the first change.
    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        Cursor<E> seen = new Cursor<E>(this, 0);
        int count = size;
        for (int i = 0; i < count && seen.isCurrent(); i++) action.accept((E) elements[i]);
        if (!seen.isCurrent()) throw new ConcurrentModificationException();
    }

    public void replaceAll(UnaryOperator<E> change) {
        if (change == null) throw new NullPointerException();
        Cursor<E> seen = new Cursor<E>(this, 0);
        int count = size;
        for (int i = 0; i < count && seen.isCurrent(); i++) elements[i] = change.apply((E) elements[i]);
        if (!seen.isCurrent()) throw new ConcurrentModificationException();
        changed();
    }

    public void sort(Comparator<? super E> order) {
        Cursor<E> seen = new Cursor<E>(this, 0);
        super.sort(order);
        if (!seen.isCurrent()) throw new ConcurrentModificationException();
        changed();
    }

    E at(int index) {
        Object[] all = elements;
        if (index >= all.length) throw new ConcurrentModificationException();
        return (E) all[index];
    }

    public void clear() {
        changed();
        int count = size;
        Object[] all = elements;
        for (int i = 0; i < count; i++) all[i] = null;
        size = 0;
    }

    // How long the array is cannot be seen, but that it was changed can.
    public void ensureCapacity(int capacity) {
        if (capacity > 10 && version != null) {
            Trine.unmodelled("ensureCapacity of a list that has an iterator");
        }
    }

    public void trimToSize() {
        changed();
    }

    // Nobody can tell for how long a list grows whose length only the state knows.
    private Object[] grow(Object[] full, int count) {
        if (!Trine.isKnown(count)) {
            Trine.unmodelled("a list that threads make longer than 8 elements");
            Trine.await(false);
        }
        Object[] wider = new Object[full.length == 0 ? 8 : 2 * full.length];
        for (int i = 0; i < full.length; i++) wider[i] = full[i];
        elements = wider;
        return wider;
    }
}
