import java.util.HashMap;
import java.util.Map;

/** Fibonacci numbers with a table that two threads share: recursion with the lock held, which may be taken again. */
public class Memoizer {
    private final Map<Integer, Integer> known = new HashMap<>();

    synchronized int fibonacci(int n) {
        if (n < 2) {
            return n;
        }
        Integer answer = known.get(n);
        if (answer == null) {
            answer = fibonacci(n - 1) + fibonacci(n - 2);
            known.put(n, answer);
        }
        return answer;
    }

    public static void main(String[] args) throws InterruptedException {
        Memoizer memoizer = new Memoizer();
        int[] got = new int[1];
        Thread other = new Thread(() -> got[0] = memoizer.fibonacci(15));
        other.start();
        int mine = memoizer.fibonacci(14);
        other.join();
        assert mine == 377 && got[0] == 610;
    }
}
