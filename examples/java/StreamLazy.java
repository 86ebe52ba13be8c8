import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Starts threads and joins them in one pass over a stream: each is joined before the next one starts. */
public class StreamLazy {
    private static Thread started(CountDownLatch both) {
        Thread thread = new Thread(() -> {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return thread;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        CountDownLatch both = new CountDownLatch(2);
        IntStream.range(0, 2).mapToObj(i -> started(both)).forEach(StreamLazy::join);
    }
}
