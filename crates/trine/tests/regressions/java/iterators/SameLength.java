import java.util.*;

// The list is as long as before, and its iterator still notices: ConcurrentModificationException.
public class SameLength {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        for (int value : list) {
            list.remove(0);
            list.add(value);
        }
    }
}
