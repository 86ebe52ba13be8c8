package java.util.concurrent;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import java.util.PriorityQueue;

// A binary heap, as the real one, so that equal elements come in the same order. Iteration goes over the elements as
// they were when it began.
public class PriorityBlockingQueue<E> extends SharedBuffer<E> implements BlockingQueue<E> {
    private final Comparator<? super E> order;

    public PriorityBlockingQueue() {
        super(Integer.MAX_VALUE, 8);
        this.order = null;
    }

    public PriorityBlockingQueue(int room) {
        super(Integer.MAX_VALUE, 8);
        if (room < 1) throw new IllegalArgumentException();
        this.order = null;
    }

    public PriorityBlockingQueue(int room, Comparator<? super E> order) {
        super(Integer.MAX_VALUE, 8);
        if (room < 1) throw new IllegalArgumentException();
        this.order = order;
    }

    public PriorityBlockingQueue(Collection<? extends E> others) {
        super(Integer.MAX_VALUE, 8);
        this.order = null;
        for (E value : new PriorityQueue<E>(others)) add(value);
    }

    public Comparator<? super E> comparator() {
        return order;
    }

    void insert(E value) {
        insertAt(size, value);
        up(size - 1, value);
    }

    E extract(int index) {
        Object[] all = items;
        E value = (E) all[index];
        int left = size - 1;
        E moved = (E) all[left];
        all[left] = null;
        size = left;
        if (left != index) {
            int at = down(index, moved, left);
            if (at == index) up(index, moved);
        }
        return value;
    }

    private void up(int index, E value) {
        Object[] all = items;
        int at = index;
        while (at > 0 && Objects.inOrder(order, value, all[(at - 1) >>> 1]) < 0) {
            all[at] = all[(at - 1) >>> 1];
            at = (at - 1) >>> 1;
        }
        all[at] = value;
    }

    private int down(int index, E value, int count) {
        Object[] all = items;
        int at = index;
        boolean on = at < count >>> 1;
        while (on) {
            int child = 2 * at + 1;
            if (child + 1 < count && Objects.inOrder(order, all[child], all[child + 1]) > 0) child++;
            on = Objects.inOrder(order, value, all[child]) > 0;
            if (on) {
                all[at] = all[child];
                at = child;
                on = at < count >>> 1;
            }
        }
        all[at] = value;
        return at;
    }

    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    public void put(E value) {
        offer(value);
    }

    public boolean offer(E value, long time, TimeUnit unit) {
        return offer(value);
    }

    public Iterator<E> iterator() {
        return new Snapshot<E>(this);
    }

    private static class Snapshot<E> implements Iterator<E> {
        private final PriorityBlockingQueue<E> queue;
        private final Iterator<E> rest;
        private E last;

        Snapshot(PriorityBlockingQueue<E> queue) {
            this.queue = queue;
            this.rest = queue.snapshot().iterator();
        }

        public boolean hasNext() {
            return rest.hasNext();
        }

        public E next() {
            last = rest.next();
            return last;
        }

        public void remove() {
            if (last == null) throw new IllegalStateException();
            queue.removeSame(last, Integer.MAX_VALUE);
            last = null;
        }
    }
}
