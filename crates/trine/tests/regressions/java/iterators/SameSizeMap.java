import java.util.*;

// The map has as many keys as before.
public class SameSizeMap {
    public static void main(String[] args) throws Exception {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(1, 1);
        map.put(2, 2);
        for (int key : map.keySet()) {
            map.remove(key);
            map.put(key + 10, 1);
        }
    }
}
