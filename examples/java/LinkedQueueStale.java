/** As LinkedQueue, but an empty queue is told by its tail, which nobody resets: with a producer and a consumer that go on for ever. */
public class LinkedQueueStale {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private Node head;
    private Node tail;
    private int count;

    synchronized void put(int value) throws InterruptedException {
        while (count == 2) {
            wait();
        }
        Node node = new Node(value);
        if (tail == null) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
        count++;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int value = head.value;
        head = head.next;
        count--;
        notifyAll();
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedQueueStale queue = new LinkedQueueStale();
        Thread producer = new Thread(() -> {
            try {
                while (true) {
                    queue.put(1);
                    queue.put(2);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        producer.start();
        while (true) {
            int first = queue.take();
            assert first == 1;
            int second = queue.take();
            assert second == 2;
        }
    }
}
