package java.util;

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
        Trine.atomic(() -> {
            for (int i = index; i < count - 1; i++) all[i] = all[i + 1];
        });
        all[count - 1] = null;
        size = count - 1;
        return old;
    }

    public void clear() {
        int count = size;
        Object[] all = elements;
        for (int i = 0; i < count; i++) all[i] = null;
        size = 0;
    }

    public void ensureCapacity(int capacity) {}

    public void trimToSize() {}

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
