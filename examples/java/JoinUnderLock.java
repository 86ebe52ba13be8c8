/** Waiting at the door with the key in the pocket. */
public class JoinUnderLock {
    private static final Object lock = new Object();
    private static int done = 0;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (lock) {
                done++;
            }
        });
        worker.start();
        synchronized (lock) {
            worker.join();
        }
    }
}
