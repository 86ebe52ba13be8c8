package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import trine.Trine;

// What the queues of this package are built on: elements at the start of an array, first one first; each
// operation is one step. Iteration goes over the elements as they were when it began. A timed attempt is
// one look at any moment.
class SharedBuffer<E> extends AbstractQueue<E> {
    volatile Object[] items;
    volatile int size;
    final int capacity;

    SharedBuffer(int capacity, int room) {
        if (capacity <= 0) throw new IllegalArgumentException();
        this.capacity = capacity;
        this.items = new Object[room];
    }

    // Inside a step, like the other methods without an access modifier.
    void insert(E value) {
        insertAt(size, value);
    }

    void insertAt(int index, E value) {
        int count = size;
        Object[] all = items;
        if (all.length < capacity && count == all.length) {
            if (!Trine.isKnown(count)) {
                Trine.unmodelled("a queue that grows to more than 8 elements");
                Trine.await(false);
            }
            Object[] wider = new Object[2 * all.length];
            for (int i = 0; i < count; i++) wider[i] = all[i];
            all = wider;
            items = all;
        }
        for (int i = count; i > index; i--) all[i] = all[i - 1];
        all[index] = value;
        size = count + 1;
    }

    E extract(int index) {
        int count = size;
        Object[] all = items;
        E value = (E) all[index];
        for (int i = index; i < count - 1; i++) all[i] = all[i + 1];
        all[count - 1] = null;
        size = count - 1;
        return value;
    }

    int find(Object value) {
        int count = size;
        Object[] all = items;
        for (int i = 0; i < count; i++) {
            if (Objects.equals(value, all[i])) return i;
        }
        return -1;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int remainingCapacity() {
        return capacity - size;
    }

    public void put(E value) throws InterruptedException {
        if (value == null) throw new NullPointerException();
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(size < capacity || me.interrupted);
            interrupted = Trine.interrupted();
            if (!interrupted) insert(value);
        });
        if (interrupted) throw new InterruptedException();
    }

    public E take() throws InterruptedException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        E value = null;
        Trine.atomic(() -> {
            Trine.await(size > 0 || me.interrupted);
            interrupted = Trine.interrupted();
            if (!interrupted) value = extract(0);
        });
        if (interrupted) throw new InterruptedException();
        return value;
    }

    public boolean offer(E value) {
        if (value == null) throw new NullPointerException();
        boolean room = false;
        Trine.atomic(() -> {
            room = size < capacity;
            if (room) insert(value);
        });
        return room;
    }

    public boolean offer(E value, long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        return offer(value);
    }

    public E poll() {
        E value = null;
        Trine.atomic(() -> {
            if (size > 0) value = extract(0);
        });
        return value;
    }

    public E poll(long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        return poll();
    }

    public E peek() {
        E value = null;
        Trine.atomic(() -> {
            if (size > 0) value = (E) items[0];
        });
        return value;
    }

    public boolean contains(Object value) {
        boolean found = false;
        Trine.atomic(() -> {
            found = find(value) >= 0;
        });
        return found;
    }

    public boolean remove(Object value) {
        boolean found = false;
        Trine.atomic(() -> {
            int index = find(value);
            found = index >= 0;
            if (found) extract(index);
        });
        return found;
    }

    public void clear() {
        Trine.atomic(() -> {
            while (size > 0) extract(size - 1);
        });
    }

    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> target, int most) {
        ArrayList<E> taken = new ArrayList<>();
        Trine.atomic(() -> {
            while (size > 0 && taken.size() < most) taken.add(extract(0));
        });
        target.addAll(taken);
        return taken.size();
    }

    public Object[] toArray() {
        return snapshot().toArray();
    }

    public Iterator<E> iterator() {
        return snapshot().iterator();
    }

    private ArrayList<E> snapshot() {
        ArrayList<E> seen = new ArrayList<>();
        Trine.atomic(() -> {
            int count = size;
            for (int i = 0; i < count; i++) seen.add((E) items[i]);
        });
        return seen;
    }
}
