package java.util;

import trine.Trine;
import java.util.function.Predicate;

// A binary heap, as the real one, so that equal elements come in the same order. Meant for one thread at a time, as
// ArrayList.
public class PriorityQueue<E> extends AbstractQueue<E> {
    private final Comparator<? super E> order;
    private final ArrayList<E> heap = new ArrayList<>();

    public PriorityQueue() {
        order = null;
    }

    public PriorityQueue(int capacity) {
        if (capacity < 1) throw new IllegalArgumentException();
        order = null;
    }

    public PriorityQueue(Comparator<? super E> order) {
        this.order = order;
    }

    public PriorityQueue(int capacity, Comparator<? super E> order) {
        if (capacity < 1) throw new IllegalArgumentException();
        this.order = order;
    }

    public PriorityQueue(PriorityQueue<? extends E> others) {
        this.order = (Comparator) others.order;
        heap.addAll(others);
    }

    public PriorityQueue(SortedSet<? extends E> others) {
        this.order = (Comparator) others.comparator();
        heap.addAll(others);
    }

    public PriorityQueue(Collection<? extends E> others) {
        if (others instanceof SortedSet) order = (Comparator) ((SortedSet) others).comparator();
        else if (others instanceof PriorityQueue) order = (Comparator) ((PriorityQueue) others).order;
        else if (others instanceof AbstractMap.View) order = ((AbstractMap.View) others).order();
        else order = null;
        for (E value : others) {
            if (value == null) throw new NullPointerException();
            heap.add(value);
        }
        if (!(others instanceof SortedSet || others instanceof PriorityQueue)) restore();
    }

    public Comparator<? super E> comparator() {
        return order;
    }

    public int size() {
        return heap.size();
    }

    public boolean offer(E value) {
        if (value == null) throw new NullPointerException();
        if (order == null) {
            Comparable<E> comparable = (Comparable<E>) value;
        }
        heap.add(value);
        up(heap.size() - 1, value);
        return true;
    }

    public E poll() {
        return heap.isEmpty() ? null : removeAt(0);
    }

    public E peek() {
        return heap.isEmpty() ? null : heap.get(0);
    }

    public boolean contains(Object value) {
        return heap.contains(value);
    }

    public boolean remove(Object value) {
        int index = heap.indexOf(value);
        if (index < 0) return false;
        removeAt(index);
        return true;
    }

    public boolean removeIf(Predicate<? super E> unwanted) {
        boolean changed = heap.removeIf(unwanted);
        if (changed) restore();
        return changed;
    }

    public boolean removeAll(Collection<?> unwanted) {
        if (unwanted == null) throw new NullPointerException();
        return removeIf(value -> unwanted.contains(value));
    }

    public boolean retainAll(Collection<?> wanted) {
        if (wanted == null) throw new NullPointerException();
        return removeIf(value -> !wanted.contains(value));
    }

    public void clear() {
        heap.clear();
    }

    public Object[] toArray() {
        return heap.toArray();
    }

    // Removing by an iterator is left out where it would have to come back to elements that moved.
    public Iterator<E> iterator() {
        return new Cursor<E>(this);
    }

    private E removeAt(int index) {
        E value = heap.get(index);
        int left = heap.size() - 1;
        E moved = heap.remove(left);
        if (left != index) {
            int at = down(index, moved);
            if (at == index) up(index, moved);
        }
        return value;
    }

    private void restore() {
        for (int i = (heap.size() >>> 1) - 1; i >= 0; i--) down(i, heap.get(i));
    }

    private int up(int index, E value) {
        int at = index;
        while (at > 0 && Objects.inOrder(order, value, heap.get((at - 1) >>> 1)) < 0) {
            heap.set(at, heap.get((at - 1) >>> 1));
            at = (at - 1) >>> 1;
        }
        heap.set(at, value);
        return at;
    }

    private int down(int index, E value) {
        int count = heap.size();
        int at = index;
        boolean on = at < count >>> 1;
        while (on) {
            int child = 2 * at + 1;
            if (child + 1 < count && Objects.inOrder(order, heap.get(child), heap.get(child + 1)) > 0) child++;
            on = Objects.inOrder(order, value, heap.get(child)) > 0;
            if (on) {
                heap.set(at, heap.get(child));
                at = child;
                on = at < count >>> 1;
            }
        }
        heap.set(at, value);
        return at;
    }

    // Notices by the version of the heap that the queue was changed.
    private static class Cursor<E> implements Iterator<E> {
        private final PriorityQueue<E> queue;
        private AbstractList.Cursor<E> seen;
        private int at;
        private boolean returned;

        Cursor(PriorityQueue<E> queue) {
            this.queue = queue;
            this.seen = new AbstractList.Cursor<E>(queue.heap, 0);
        }

        public boolean hasNext() {
            return at < queue.size();
        }

        public E next() {
            if (!seen.isCurrent()) throw new ConcurrentModificationException();
            int index = at;
            if (index >= queue.size()) throw new NoSuchElementException();
            at = index + 1;
            returned = true;
            return queue.heap.at(index);
        }

        public void remove() {
            if (!seen.isCurrent()) throw new ConcurrentModificationException();
            if (!returned) throw new IllegalStateException();
            returned = false;
            at--;
            int left = queue.size() - 1;
            E last = queue.heap.get(left);
            queue.removeAt(at);
            if (at < left && queue.heap.get(at) != last) {
                Trine.unmodelled("an element of a PriorityQueue that moves before its iterator");
            }
            seen = new AbstractList.Cursor<E>(queue.heap, 0);
        }
    }
}
