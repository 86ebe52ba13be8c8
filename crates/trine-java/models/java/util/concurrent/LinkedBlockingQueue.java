package java.util.concurrent;

public class LinkedBlockingQueue<E> extends SharedBuffer<E> implements BlockingQueue<E> {
    public LinkedBlockingQueue() {
        super(Integer.MAX_VALUE, 4);
    }

    public LinkedBlockingQueue(int capacity) {
        super(capacity, capacity < 4 ? capacity : 4);
    }
}
