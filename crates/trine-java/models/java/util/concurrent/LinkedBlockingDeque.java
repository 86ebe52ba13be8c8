package java.util.concurrent;

import java.util.Collection;
import java.util.NoSuchElementException;
import trine.Trine;

public class LinkedBlockingDeque<E> extends SharedBuffer<E> implements BlockingDeque<E> {
    public LinkedBlockingDeque() {
        super(Integer.MAX_VALUE, 8);
    }

    public LinkedBlockingDeque(Collection<? extends E> others) {
        super(Integer.MAX_VALUE, 8);
        addAll(others);
    }

    public LinkedBlockingDeque(int capacity) {
        super(capacity, capacity < 8 ? capacity : 8);
    }

    public void putLast(E value) throws InterruptedException {
        put(value);
    }

    public void putFirst(E value) throws InterruptedException {
        if (value == null) throw new NullPointerException();
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(size < capacity || me.interrupted);
            interrupted = Trine.interrupted();
            if (!interrupted) insertAt(0, value);
        });
        if (interrupted) throw new InterruptedException();
    }

    public E takeFirst() throws InterruptedException {
        return take();
    }

    public E takeLast() throws InterruptedException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        E value = null;
        Trine.atomic(() -> {
            Trine.await(size > 0 || me.interrupted);
            interrupted = Trine.interrupted();
            if (!interrupted) value = extract(size - 1);
        });
        if (interrupted) throw new InterruptedException();
        return value;
    }

    public boolean offerFirst(E value) {
        if (value == null) throw new NullPointerException();
        boolean room = false;
        Trine.atomic(() -> {
            room = size < capacity;
            if (room) insertAt(0, value);
        });
        return room;
    }

    public boolean offerLast(E value) {
        return offer(value);
    }

    public void addFirst(E value) {
        if (!offerFirst(value)) throw new IllegalStateException("Deque full");
    }

    public void addLast(E value) {
        if (!offer(value)) throw new IllegalStateException("Deque full");
    }

    public void push(E value) {
        addFirst(value);
    }

    public E pollFirst() {
        return poll();
    }

    public E pollLast() {
        E value = null;
        Trine.atomic(() -> {
            if (size > 0) value = extract(size - 1);
        });
        return value;
    }

    public E peekFirst() {
        return peek();
    }

    public E peekLast() {
        E value = null;
        Trine.atomic(() -> {
            if (size > 0) value = (E) items[size - 1];
        });
        return value;
    }

    public E removeFirst() {
        return remove();
    }

    public E removeLast() {
        E value = pollLast();
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public E getFirst() {
        return element();
    }

    public E getLast() {
        E value = peekLast();
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public E pop() {
        return remove();
    }
}
