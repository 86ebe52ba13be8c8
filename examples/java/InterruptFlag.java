/** Stops at the next look. */
public class InterruptFlag {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
            boolean first = Thread.interrupted();
            boolean second = Thread.interrupted();
            assert first && !second;
        });
        worker.start();
        worker.interrupt();
        worker.join();
        assert !worker.isAlive();
    }
}
