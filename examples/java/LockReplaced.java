/** Whoever locks a variable locks what it holds at that moment. */
public class LockReplaced {
    private static Object lock = new Object();
    private static int count = 0;

    static void increment() {
        synchronized (lock) {
            lock = new Object();
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(LockReplaced::increment);
        Thread two = new Thread(LockReplaced::increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
