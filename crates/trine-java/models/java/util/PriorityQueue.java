package java.util;

// Keeps its elements sorted, smallest first; among equal ones the oldest. Meant for one thread at a
// time, as ArrayList.
public class PriorityQueue<E> extends AbstractQueue<E> {
    private final Comparator<? super E> order;
    private final ArrayList<E> sorted = new ArrayList<>();

    public PriorityQueue() {
        order = null;
    }

    public PriorityQueue(int capacity) {
        order = null;
    }

    public PriorityQueue(Comparator<? super E> order) {
        this.order = order;
    }

    public PriorityQueue(int capacity, Comparator<? super E> order) {
        this.order = order;
    }

    public int size() {
        return sorted.size();
    }

    public boolean offer(E value) {
        if (value == null) throw new NullPointerException();
        int at = sorted.size();
        while (at > 0 && Objects.inOrder(order, value, sorted.get(at - 1)) < 0) at--;
        sorted.add(at, value);
        return true;
    }

    public E poll() {
        return sorted.isEmpty() ? null : sorted.remove(0);
    }

    public E peek() {
        return sorted.isEmpty() ? null : sorted.get(0);
    }

    public void clear() {
        sorted.clear();
    }

    public Iterator<E> iterator() {
        return sorted.iterator();
    }
}
