/** A circle that cannot close. */
public class GateLock {
    private static final Object gate = new Object();
    private static final Object left = new Object();
    private static final Object right = new Object();

    static void pass(Object first, Object second) {
        synchronized (gate) {
            synchronized (first) {
                synchronized (second) {
                    System.out.println("through");
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> pass(left, right)).start();
        new Thread(() -> pass(right, left)).start();
    }
}
