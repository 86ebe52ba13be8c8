/** Patience is limited. */
public class TimedWait {
    private static final Object signal = new Object();
    private static volatile boolean stop = false;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (signal) {
                while (!stop) {
                    try {
                        signal.wait(5);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        worker.start();
        worker.join(5);
        stop = true;
        worker.join();
        assert !worker.isAlive();
    }
}
