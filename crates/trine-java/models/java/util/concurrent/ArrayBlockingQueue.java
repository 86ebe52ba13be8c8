package java.util.concurrent;

// Fairness is left out: any waiting thread may be next.
public class ArrayBlockingQueue<E> extends SharedBuffer<E> implements BlockingQueue<E> {
    public ArrayBlockingQueue(int capacity) {
        super(capacity, capacity);
    }

    public ArrayBlockingQueue(int capacity, boolean fair) {
        super(capacity, capacity);
    }
}
