import java.util.concurrent.Semaphore;

/** Opposite orders, with permits. */
public class SemaphoreOrder {
    static void both(Semaphore first, Semaphore second) {
        try {
            first.acquire();
            second.acquire();
            second.release();
            first.release();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        Semaphore paper = new Semaphore(1);
        Semaphore ink = new Semaphore(1);
        new Thread(() -> both(paper, ink)).start();
        new Thread(() -> both(ink, paper)).start();
    }
}
