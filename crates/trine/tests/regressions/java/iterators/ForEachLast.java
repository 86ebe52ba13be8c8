import java.util.*;

// forEach looks for changes after the last entry, too.
public class ForEachLast {
    public static void main(String[] args) throws Exception {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(1, 1);
        map.forEach((key, value) -> map.remove(key));
    }
}
