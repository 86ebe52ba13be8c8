package java.util.concurrent;

// As a queue without bound; handing over directly is left out.
public class LinkedTransferQueue<E> extends SharedBuffer<E> implements BlockingQueue<E> {
    public LinkedTransferQueue() {
        super(Integer.MAX_VALUE, 8);
    }
}
