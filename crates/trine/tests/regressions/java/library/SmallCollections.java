// What would change nothing is allowed by some collections that cannot be changed, and refused by others.
import java.util.*;

public class SmallCollections {
    static boolean refuses(Runnable change) {
        try {
            change.run();
            return false;
        } catch (UnsupportedOperationException error) {
            return true;
        }
    }

    public static void main(String[] args) {
        assert !refuses(() -> Collections.emptySet().remove(1));
        assert !refuses(() -> Collections.emptyList().clear());
        assert !refuses(() -> Collections.singleton(1).remove(2));
        assert !refuses(() -> Map.of("a", 1).keySet().remove("b"));
        assert refuses(() -> Set.of(1).remove(2));
        assert refuses(() -> Collections.singleton(1).remove(1));
        assert refuses(() -> Collections.unmodifiableMap(new HashMap<>()).keySet().remove("b"));
        assert refuses(() -> Map.of("a", 1).keySet().remove("a"));
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        Map<String, Integer> view = Collections.synchronizedMap(map);
        assert view.equals(map) && map.equals(view) && view.keySet().equals(Set.of("a"));
        assert Collections.synchronizedList(new ArrayList<>(List.of(1))).equals(List.of(1));
    }
}
