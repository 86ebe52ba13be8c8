/** Striped locks, off by one. */
public class LockArrayWrong {
    private static final Object[] locks = {new Object(), new Object()};
    private static final int[] values = new int[2];

    static void increment(int index, int stripe) {
        synchronized (locks[stripe % 2]) {
            values[index]++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> increment(0, 0));
        Thread two = new Thread(() -> increment(0, 1));
        one.start();
        two.start();
        one.join();
        two.join();
        assert values[0] == 2;
    }
}
