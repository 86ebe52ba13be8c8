import java.util.*;

// Each element can be removed once.
public class DequeRemoveTwice {
    public static void main(String[] args) throws Exception {
        Deque<Integer> deque = new ArrayDeque<>(List.of(1, 2, 3));
        Iterator<Integer> rest = deque.iterator();
        rest.next();
        rest.next();
        rest.remove();
        try {
            rest.remove();
            assert false;
        } catch (IllegalStateException expected) {
        }
        assert deque.size() == 2;
    }
}
