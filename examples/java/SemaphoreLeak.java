import java.util.concurrent.Semaphore;

/** A visitor with nothing to do takes the permit along. */
public class SemaphoreLeak {
    private static final Semaphore desk = new Semaphore(1);

    static void visit(int papers) throws InterruptedException {
        desk.acquire();
        if (papers == 0) return;
        desk.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                visit(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        other.start();
        visit(0);
        other.join();
    }
}
