package java.util.concurrent;

import java.util.Collection;

public class LinkedBlockingQueue<E> extends SharedBuffer<E> implements BlockingQueue<E> {
    public LinkedBlockingQueue() {
        super(Integer.MAX_VALUE, 8);
    }

    public LinkedBlockingQueue(Collection<? extends E> others) {
        super(Integer.MAX_VALUE, 8);
        addAll(others);
    }

    public LinkedBlockingQueue(int capacity) {
        super(capacity, capacity < 8 ? capacity : 8);
    }
}
