/** Not everybody is stuck. */
public class DeadlockBesideOthers {
    private static final Object left = new Object();
    private static final Object right = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                System.out.println("both");
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(left, right)).start();
        new Thread(() -> both(right, left)).start();
        new Thread(() -> {
            while (true) Thread.onSpinWait();
        }).start();
    }
}
