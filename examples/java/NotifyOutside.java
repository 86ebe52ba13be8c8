/** The brace closes too early. */
public class NotifyOutside {
    private static final Object lock = new Object();
    private static boolean ready = false;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                while (!ready) {
                    try {
                        lock.wait(100);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }).start();
        synchronized (lock) {
            ready = true;
        }
        lock.notifyAll();
    }
}
