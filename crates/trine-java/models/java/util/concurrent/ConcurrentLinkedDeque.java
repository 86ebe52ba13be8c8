package java.util.concurrent;

// The operations of a deque without bound; the blocking ones that it inherits do not belong to it.
public class ConcurrentLinkedDeque<E> extends LinkedBlockingDeque<E> {
    public ConcurrentLinkedDeque() {}
}
