/** The last one turns off the light. */
public class ExitEndsAll {
    private static final Object signal = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (signal) {
                try {
                    while (true) signal.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }).start();
        System.exit(0);
    }
}
