package java.util.concurrent;

import java.util.Comparator;
import java.util.Objects;

// Keeps its elements sorted, smallest first; among equal ones the oldest.
public class PriorityBlockingQueue<E> extends SharedBuffer<E> implements BlockingQueue<E> {
    private final Comparator<? super E> order;

    public PriorityBlockingQueue() {
        super(Integer.MAX_VALUE, 8);
        this.order = null;
    }

    public PriorityBlockingQueue(int room) {
        super(Integer.MAX_VALUE, 8);
        this.order = null;
    }

    public PriorityBlockingQueue(int room, Comparator<? super E> order) {
        super(Integer.MAX_VALUE, 8);
        this.order = order;
    }

    void insert(E value) {
        int at = size;
        while (at > 0 && Objects.inOrder(order, value, items[at - 1]) < 0) at--;
        insertAt(at, value);
    }

    public void put(E value) {
        offer(value);
    }
}
