/** if where while is needed. */
public class BoundedBufferIf {
    private int item = 0;

    synchronized void put(int next) throws InterruptedException {
        while (item != 0) wait();
        item = next;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        if (item == 0) wait();
        int taken = item;
        assert taken != 0;
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
            take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        BoundedBufferIf buffer = new BoundedBufferIf();
        new Thread(buffer::consume).start();
        new Thread(buffer::consume).start();
        new Thread(buffer::produce).start();
    }
}
