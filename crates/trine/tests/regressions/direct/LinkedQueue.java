/** A two-lock queue of nodes: head and tail have locks of their own, and the first node is a dummy. */
public class LinkedQueue {
    static class Node {
        final int value;
        volatile Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private final Object headLock = new Object();
    private final Object tailLock = new Object();
    private Node head = new Node(0);
    private Node tail = head;

    void put(int value) {
        Node node = new Node(value);
        synchronized (tailLock) {
            tail.next = node;
            tail = node;
        }
    }

    int take() {
        synchronized (headLock) {
            Node next = head.next;
            if (next == null) {
                return 0;
            }
            head = next;
            return next.value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedQueue queue = new LinkedQueue();
        Thread producer = new Thread(() -> {
            for (int i = 1; i <= 12; i++) {
                queue.put(i);
            }
        }, "producer");
        producer.start();
        int last = 0;
        for (int tries = 0; tries < 6; tries++) {
            int value = queue.take();
            assert value == 0 || value == last + 1;
            last = value == 0 ? last : value;
        }
        producer.join();
    }
}
