/** One missing word. */
public class StopFlagPlain {
    private static boolean stop = false;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!stop) Thread.onSpinWait();
        });
        worker.start();
        stop = true;
        worker.join();
    }
}
