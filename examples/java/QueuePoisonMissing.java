import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The end reaches only one of two. */
public class QueuePoisonMissing {
    private static final int END = 0;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Runnable consumer = () -> {
            try {
                int message = queue.take();
                while (message != END) message = queue.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        new Thread(consumer).start();
        new Thread(consumer).start();
        queue.put(7);
        queue.put(END);
    }
}
