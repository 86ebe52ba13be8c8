/** Nobody has to wait for a daemon. */
public class DaemonWaits {
    private static final Object work = new Object();

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            synchronized (work) {
                try {
                    while (true) work.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
