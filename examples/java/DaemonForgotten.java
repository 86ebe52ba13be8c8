/** One line less. */
public class DaemonForgotten {
    private static final Object work = new Object();

    public static void main(String[] args) {
        Thread helper = new Thread(() -> {
            synchronized (work) {
                try {
                    while (true) work.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        helper.start();
    }
}
