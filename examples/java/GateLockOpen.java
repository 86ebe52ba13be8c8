/** A gate helps only if everybody uses it. */
public class GateLockOpen {
    private static final Object gate = new Object();
    private static final Object left = new Object();
    private static final Object right = new Object();

    static void pass(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                System.out.println("through");
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (gate) {
                pass(left, right);
            }
        }).start();
        new Thread(() -> pass(right, left)).start();
    }
}
