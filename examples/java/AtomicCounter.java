import java.util.concurrent.atomic.AtomicInteger;

/** incrementAndGet cannot be interrupted half-way. */
public class AtomicCounter {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread one = new Thread(count::incrementAndGet);
        Thread two = new Thread(count::incrementAndGet);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count.get() == 2;
    }
}
