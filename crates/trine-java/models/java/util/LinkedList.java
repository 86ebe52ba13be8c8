package java.util;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

// The list and queue operations on an array as in ArrayList; its nodes are not modelled.
public class LinkedList<E> extends ArrayList<E> implements Deque<E> {
    public LinkedList() {}

    public LinkedList(Collection<? extends E> others) {
        super(others);
    }

    // Unlike those of ArrayList, changes of elements are none of the list, and adding nothing changes nothing.
    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        Iterator<E> rest = iterator();
        while (rest.hasNext()) action.accept(rest.next());
    }

    public void replaceAll(UnaryOperator<E> change) {
        if (change == null) throw new NullPointerException();
        ListIterator<E> rest = listIterator();
        while (rest.hasNext()) rest.set(change.apply(rest.next()));
    }

    public void sort(Comparator<? super E> order) {
        Object[] all = toArray();
        Arrays.sort((E[]) all, order);
        ListIterator<E> rest = listIterator();
        for (Object value : all) {
            rest.next();
            rest.set((E) value);
        }
    }

    public boolean addAll(Collection<? extends E> others) {
        return addAll(size(), others);
    }

    public boolean addAll(int index, Collection<? extends E> others) {
        if (index < 0 || index > size()) throw new IndexOutOfBoundsException();
        Object[] more = others.toArray();
        int at = index;
        for (Object value : more) add(at++, (E) value);
        return more.length > 0;
    }

    public Iterator<E> iterator() {
        return new Walk<E>(this, 0);
    }

    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size()) throw new IndexOutOfBoundsException();
        return new Walk<E>(this, index);
    }

    // Unlike the iterator of ArrayList, it has nothing more also where the list became shorter.
    private static class Walk<E> extends AbstractList.Cursor<E> {
        Walk(LinkedList<E> list, int at) {
            super(list, at);
        }

        public boolean hasNext() {
            return at < list.count();
        }
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
