/** A nested monitor lockout. */
public class NestedMonitor {
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

    synchronized void bring() {
        box.fill();
    }

    synchronized void fetch() throws InterruptedException {
        box.empty();
    }

    public static void main(String[] args) throws InterruptedException {
        NestedMonitor owner = new NestedMonitor();
        Thread bringer = new Thread(owner::bring);
        bringer.start();
        owner.fetch();
        bringer.join();
    }
}
