import java.util.concurrent.locks.LockSupport;

/** The order does not matter. */
public class ParkUnpark {
    private static volatile boolean go = false;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!go) LockSupport.park();
        });
        worker.start();
        go = true;
        LockSupport.unpark(worker);
        worker.join();
    }
}
