/** The usual way to end a loop from outside. */
public class StopFlag {
    private static volatile boolean stop = false;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!stop) Thread.onSpinWait();
        });
        worker.start();
        stop = true;
        worker.join();
    }
}
