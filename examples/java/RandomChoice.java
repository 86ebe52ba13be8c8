import java.util.Random;

/** Sometimes this way, sometimes that. */
public class RandomChoice {
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
        if (new Random().nextInt(3) == 2) both(right, left);
        else both(left, right);
    }
}
