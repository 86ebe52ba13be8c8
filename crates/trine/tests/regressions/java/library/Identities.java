import java.util.*;

// Values are compared as keys are, and the hash code is made of identities: it can be any number.
public class Identities {
    public static void main(String[] args) {
        Map<String, Object> map = new IdentityHashMap<>();
        map.put("a", new ArrayList<>());
        assert !map.containsValue(new ArrayList<>());
        Map<String, Object> other = new IdentityHashMap<>(map);
        assert map.equals(other);
        other.put("a", new ArrayList<>());
        assert !map.equals(other);
        if (args.length == 0) System.out.println(map.hashCode() == 96 ? 1 / 0 : 0);
    }
}
