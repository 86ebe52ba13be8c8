/** Interrupting is how one asks a thread to stop. */
public class InterruptWorker {
    private static final Object never = new Object();
    private static boolean stopped = false;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (never) {
                try {
                    while (true) never.wait();
                } catch (InterruptedException e) {
                    stopped = true;
                }
            }
        });
        worker.start();
        worker.interrupt();
        worker.join();
        assert stopped;
    }
}
