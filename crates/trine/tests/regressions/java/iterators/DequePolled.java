import java.util.*;

// The iterator of an ArrayDeque does not notice this.
public class DequePolled {
    public static void main(String[] args) throws Exception {
        Deque<Integer> deque = new ArrayDeque<>(List.of(1, 2, 3));
        int seen = 0;
        for (int value : deque) {
            deque.poll();
            seen++;
        }
        assert seen == 3;
    }
}
