package java.util.concurrent;

import java.util.Collection;
import java.util.Queue;

public class ConcurrentLinkedQueue<E> extends SharedBuffer<E> implements Queue<E> {
    public ConcurrentLinkedQueue() {
        super(Integer.MAX_VALUE, 8);
    }

    public ConcurrentLinkedQueue(Collection<? extends E> others) {
        super(Integer.MAX_VALUE, 8);
        addAll(others);
    }
}
