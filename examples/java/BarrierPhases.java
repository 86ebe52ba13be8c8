import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** First everybody writes, then everybody reads. */
public class BarrierPhases {
    private static final int[] halves = new int[2];
    private static int rounds = 0;
    private static final CyclicBarrier barrier = new CyclicBarrier(2, () -> rounds++);

    static void work(int me) {
        try {
            halves[me] = me + 1;
            barrier.await();
            assert halves[1 - me] == 2 - me;
            assert rounds == 1;
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> work(0)).start();
        new Thread(() -> work(1)).start();
    }
}
