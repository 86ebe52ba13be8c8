/** A list of nodes that one thread extends without the lock that the other takes. */
public class RacyList {
    static class Node {
        final int key;
        final Node next;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    private Node first;
    private int size;

    void add(int key, int depth) {
        if (depth > 0) {
            add(key, depth - 1);
            return;
        }
        first = new Node(key, first);
        size++;
    }

    public static void main(String[] args) throws InterruptedException {
        RacyList list = new RacyList();
        Thread other = new Thread(() -> list.add(1, 20), "other");
        other.start();
        synchronized (list) {
            list.add(2, 20);
        }
        other.join();
        assert list.size == 2;
    }
}
