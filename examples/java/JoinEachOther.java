/** After you. No, after you. */
public class JoinEachOther {
    private static Thread left;
    private static Thread right;

    static void await(Thread other) {
        try {
            other.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        left = new Thread(() -> await(right));
        right = new Thread(() -> await(left));
        left.start();
        right.start();
    }
}
