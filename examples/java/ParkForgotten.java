import java.util.concurrent.locks.LockSupport;

/** The flag alone wakes nobody. */
public class ParkForgotten {
    private static volatile boolean go = false;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!go) LockSupport.park();
        });
        worker.start();
        go = true;
        worker.join();
    }
}
