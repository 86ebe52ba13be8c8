import java.util.*;

// As ForEachLast: a loop would end here without an error.
public class ListForEachLast {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        list.forEach(value -> list.remove(value));
    }
}
