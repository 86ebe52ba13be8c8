/** The flag is the signal; the notification only says to look. */
public class MissedSignalRemembered {
    private static final Object signal = new Object();
    private static boolean given = false;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (signal) {
                while (!given) {
                    try {
                        signal.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        waiter.start();
        synchronized (signal) {
            given = true;
            signal.notify();
        }
        waiter.join();
    }
}
