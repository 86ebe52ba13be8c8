import java.util.concurrent.atomic.AtomicBoolean;

/** Two steps where one is needed. */
public class SpinLockTorn {
    private static final AtomicBoolean taken = new AtomicBoolean();
    private static int count = 0;

    static void increment() {
        while (taken.get()) Thread.onSpinWait();
        taken.set(true);
        count++;
        taken.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(SpinLockTorn::increment);
        Thread two = new Thread(SpinLockTorn::increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
