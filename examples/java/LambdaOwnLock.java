/** Two locks for one counter. */
public class LambdaOwnLock {
    static Runnable counter(int[] count) {
        Object lock = new Object();
        return () -> {
            synchronized (lock) {
                count[0]++;
            }
        };
    }

    public static void main(String[] args) throws InterruptedException {
        int[] count = new int[1];
        Thread one = new Thread(counter(count));
        Thread two = new Thread(counter(count));
        one.start();
        two.start();
        one.join();
        two.join();
        assert count[0] == 2;
    }
}
