/** Striped locks, used as they should be. */
public class LockArray {
    private static final Object[] locks = {new Object(), new Object()};
    private static final int[] values = new int[2];

    static void increment(int index) {
        synchronized (locks[index]) {
            values[index]++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread up = new Thread(() -> {
            for (int i = 0; i < 2; i++) increment(i);
        });
        Thread down = new Thread(() -> {
            for (int i = 1; i >= 0; i--) increment(i);
        });
        up.start();
        down.start();
        up.join();
        down.join();
        assert values[0] == 2 && values[1] == 2;
    }
}
