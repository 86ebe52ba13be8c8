/** One lock, captured once. */
public class LambdaLock {
    static Runnable counter(Object lock, int[] count) {
        return () -> {
            synchronized (lock) {
                count[0]++;
            }
        };
    }

    public static void main(String[] args) throws InterruptedException {
        int[] count = new int[1];
        Object lock = new Object();
        Thread one = new Thread(counter(lock, count));
        Thread two = new Thread(counter(lock, count));
        one.start();
        two.start();
        one.join();
        two.join();
        assert count[0] == 2;
    }
}
