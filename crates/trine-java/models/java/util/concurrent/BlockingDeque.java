package java.util.concurrent;

import java.util.Deque;

public interface BlockingDeque<E> extends BlockingQueue<E>, Deque<E> {
    void putFirst(E value) throws InterruptedException;

    void putLast(E value) throws InterruptedException;

    E takeFirst() throws InterruptedException;

    E takeLast() throws InterruptedException;
}
