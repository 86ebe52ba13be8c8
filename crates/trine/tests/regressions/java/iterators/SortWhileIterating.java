import java.util.*;

// Sorting an ArrayList is a change of it.
public class SortWhileIterating {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(3, 2, 1));
        for (int value : list) list.sort(null);
    }
}
