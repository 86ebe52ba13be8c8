import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** The third never comes. */
public class BarrierTooWide {
    public static void main(String[] args) {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Runnable party = () -> {
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        };
        new Thread(party).start();
        new Thread(party).start();
    }
}
