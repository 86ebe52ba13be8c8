/** Nothing says that the signal was given. */
public class MissedSignal {
    private static final Object signal = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (signal) {
                try {
                    signal.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        waiter.start();
        synchronized (signal) {
            signal.notify();
        }
        waiter.join();
    }
}
