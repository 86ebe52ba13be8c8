package java.util;

// The list and queue operations on an array as in ArrayList; its nodes are not modelled.
public class LinkedList<E> extends ArrayList<E> implements Deque<E> {
    public LinkedList() {}

    public LinkedList(Collection<? extends E> others) {
        super(others);
    }

    public boolean offer(E value) {
        return add(value);
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return isEmpty() ? null : remove(0);
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return isEmpty() ? null : get(0);
    }

    public void addFirst(E value) {
        add(0, value);
    }

    public void addLast(E value) {
        add(value);
    }

    public boolean offerFirst(E value) {
        add(0, value);
        return true;
    }

    public boolean offerLast(E value) {
        return add(value);
    }

    public E removeFirst() {
        if (isEmpty()) throw new NoSuchElementException();
        return remove(0);
    }

    public E removeLast() {
        int count = size();
        if (count == 0) throw new NoSuchElementException();
        return remove(count - 1);
    }

    public E pollFirst() {
        return isEmpty() ? null : remove(0);
    }

    public E pollLast() {
        int count = size();
        return count == 0 ? null : remove(count - 1);
    }

    public E getFirst() {
        if (isEmpty()) throw new NoSuchElementException();
        return get(0);
    }

    public E getLast() {
        int count = size();
        if (count == 0) throw new NoSuchElementException();
        return get(count - 1);
    }

    public E peekFirst() {
        return isEmpty() ? null : get(0);
    }

    public E peekLast() {
        int count = size();
        return count == 0 ? null : get(count - 1);
    }

    public void push(E value) {
        add(0, value);
    }

    public E pop() {
        return removeFirst();
    }
}
