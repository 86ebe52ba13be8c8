/** One lock is enough. */
public class NestedMonitorOpen {
    static class Box {
        private boolean full = false;

        synchronized void fill() {
            full = true;
            notifyAll();
        }

        synchronized void empty() throws InterruptedException {
            while (!full) wait();
            full = false;
        }
    }

    private final Box box = new Box();

    void bring() {
        box.fill();
    }

    void fetch() throws InterruptedException {
        box.empty();
    }

    public static void main(String[] args) throws InterruptedException {
        NestedMonitorOpen owner = new NestedMonitorOpen();
        Thread bringer = new Thread(owner::bring);
        bringer.start();
        owner.fetch();
        bringer.join();
    }
}
