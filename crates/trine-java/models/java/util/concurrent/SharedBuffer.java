package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import trine.Trine;

// What the queues of this package are built on: elements at the start of an array, first one first; each
// operation is one step. Iteration is always one element ahead, and sees changes behind it. A timed attempt is
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
        if (target == null) throw new NullPointerException();
        if (target == this) throw new IllegalArgumentException();
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

    public boolean removeIf(Predicate<? super E> unwanted) {
        if (unwanted == null) throw new NullPointerException();
        boolean changed = false;
        for (E value : snapshot()) {
            if (unwanted.test(value) && removeSame(value, 0) >= 0) changed = true;
        }
        return changed;
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
        for (E value : snapshot()) action.accept(value);
    }

    public Iterator<E> iterator() {
        return new Cursor<E>(this);
    }

    // Takes out this very object, looked for from a position on and then before it: where it was, or -1.
    int removeSame(Object value, int near) {
        int found = -1;
        Trine.atomic(() -> {
            found = whereIs(value, near);
            if (found >= 0) extract(found);
        });
        return found;
    }

    // Inside a step. Elements move towards the start only, so it is at the position or before it.
    int whereIs(Object value, int near) {
        int count = size;
        Object[] all = items;
        int found = -1;
        for (int i = 0; i < count; i++) {
            if ((i <= near || found < 0) && isSame(value, all[i])) found = i;
        }
        return found;
    }

    // Boxes of one number are as good as the same.
    private static boolean isSame(Object left, Object right) {
        if (left instanceof Number || left instanceof Character) return left.equals(right);
        return left == right;
    }

    private static class Cursor<E> implements Iterator<E> {
        private final SharedBuffer<E> queue;
        // What comes next, and where it was.
        private E next;
        private int at;
        private E last;

        Cursor(SharedBuffer<E> queue) {
            this.queue = queue;
            next = queue.peek();
        }

        public boolean hasNext() {
            return next != null;
        }

        public E next() {
            E value = next;
            if (value == null) throw new NoSuchElementException();
            last = value;
            E after = null;
            int found = -1;
            Trine.atomic(() -> {
                found = queue.whereIs(value, at);
                if (found + 1 < queue.size) after = (E) queue.items[found + 1];
            });
            next = after;
            at = found + 1;
            return value;
        }

        public void remove() {
            E value = last;
            if (value == null) throw new IllegalStateException();
            last = null;
            int found = queue.removeSame(value, at - 1);
            if (found >= 0 && found < at) at--;
        }
    }

    ArrayList<E> snapshot() {
        ArrayList<E> seen = new ArrayList<>();
        Trine.atomic(() -> {
            int count = size;
            for (int i = 0; i < count; i++) seen.add((E) items[i]);
        });
        return seen;
    }
}
