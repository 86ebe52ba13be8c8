import java.util.concurrent.atomic.AtomicInteger;

/** Look, then change: others come between. */
public class AtomicCheckThenAct {
    private static final AtomicInteger seats = new AtomicInteger(1);

    static void book() {
        if (seats.get() > 0) seats.decrementAndGet();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(AtomicCheckThenAct::book);
        Thread two = new Thread(AtomicCheckThenAct::book);
        one.start();
        two.start();
        one.join();
        two.join();
        assert seats.get() >= 0;
    }
}
