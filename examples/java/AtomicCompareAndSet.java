import java.util.concurrent.atomic.AtomicInteger;

/** Look and change in one step, or try again. */
public class AtomicCompareAndSet {
    private static final AtomicInteger seats = new AtomicInteger(1);

    static void book() {
        while (true) {
            int left = seats.get();
            if (left == 0) return;
            if (seats.compareAndSet(left, left - 1)) return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(AtomicCompareAndSet::book);
        Thread two = new Thread(AtomicCompareAndSet::book);
        one.start();
        two.start();
        one.join();
        two.join();
        assert seats.get() == 0;
    }
}
