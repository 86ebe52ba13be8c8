/** Waits in loops, wakes all. */
public class BoundedBuffer {
    private int item = 0;

    synchronized void put(int next) throws InterruptedException {
        while (item != 0) wait();
        item = next;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (item == 0) wait();
        int taken = item;
        item = 0;
        notifyAll();
        return taken;
    }

    void produce() {
        try {
            put(1);
            put(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void consume() {
        try {
            int taken = take();
            assert taken == 1 || taken == 2;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        BoundedBuffer buffer = new BoundedBuffer();
        new Thread(buffer::consume).start();
        new Thread(buffer::consume).start();
        new Thread(buffer::produce).start();
    }
}
