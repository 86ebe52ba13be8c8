import java.util.concurrent.atomic.AtomicBoolean;

/** Turns in place until the lock is free. */
public class SpinLock {
    private static final AtomicBoolean taken = new AtomicBoolean();
    private static int count = 0;

    static void increment() {
        while (!taken.compareAndSet(false, true)) Thread.onSpinWait();
        count++;
        taken.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(SpinLock::increment);
        Thread two = new Thread(SpinLock::increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
