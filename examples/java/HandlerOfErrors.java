import java.util.concurrent.atomic.AtomicBoolean;

/** The error of a thread reaches its handler. */
public class HandlerOfErrors {
    public static void main(String[] args) throws InterruptedException {
        AtomicBoolean failed = new AtomicBoolean();
        Thread worker = new Thread(() -> { throw new IllegalStateException("broken"); }, "worker");
        worker.setUncaughtExceptionHandler((thread, error) -> failed.set(error instanceof IllegalStateException));
        worker.start();
        worker.join();
        assert failed.get();
    }
}
