import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Safe to share. */
public class SafeCache {
    private final ConcurrentMap<String, Object> known = new ConcurrentHashMap<>();

    public Object get(String key) {
        if (key == null) throw new IllegalArgumentException();
        Object value = known.computeIfAbsent(key, missing -> new Object());
        assert value == known.get(key);
        return value;
    }
}
