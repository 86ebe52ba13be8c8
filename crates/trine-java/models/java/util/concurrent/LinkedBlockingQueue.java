package java.util.concurrent;

public class LinkedBlockingQueue<E> extends SharedBuffer<E> implements BlockingQueue<E> {
    public LinkedBlockingQueue() {
        super(Integer.MAX_VALUE, 8);
    }

    public LinkedBlockingQueue(int capacity) {
        super(capacity, capacity < 8 ? capacity : 8);
    }
}
