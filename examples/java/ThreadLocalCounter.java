/** No sharing, no race. */
public class ThreadLocalCounter {
    private static final ThreadLocal<Integer> mine = ThreadLocal.withInitial(() -> 0);
    private static int total = 0;

    static void work(int rounds) {
        for (int i = 0; i < rounds; i++) mine.set(mine.get() + 1);
        synchronized (ThreadLocalCounter.class) {
            total += mine.get();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> work(1));
        Thread two = new Thread(() -> work(2));
        one.start();
        two.start();
        one.join();
        two.join();
        assert total == 3;
        assert mine.get() == 0;
    }
}
