import java.util.*;

// The iterator of a LinkedList has nothing more where the list became shorter.
public class LinkedCleared {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new LinkedList<>(List.of(1, 2, 3));
        int seen = 0;
        for (int value : list) {
            seen++;
            if (seen == 2) list.clear();
        }
        assert seen == 2;
    }
}
