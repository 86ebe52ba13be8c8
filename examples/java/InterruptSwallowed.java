/** An empty catch block. */
public class InterruptSwallowed {
    private static final Object never = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (never) {
                while (true) {
                    try {
                        never.wait();
                    } catch (InterruptedException e) {
                        // goes on as if nothing had happened
                    }
                }
            }
        });
        worker.start();
        worker.interrupt();
        worker.join();
    }
}
