import java.util.concurrent.CountDownLatch;

/** Start together, wait for all. */
public class LatchStart {
    private static boolean prepared = false;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(2);
        int[] times = new int[2];
        for (int i = 0; i < 2; i++) {
            int lane = i;
            new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                assert prepared;
                times[lane] = 10 + lane;
                finish.countDown();
            }).start();
        }
        prepared = true;
        start.countDown();
        finish.await();
        assert times[0] == 10 && times[1] == 11;
    }
}
