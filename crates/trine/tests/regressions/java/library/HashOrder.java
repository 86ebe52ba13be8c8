import java.util.*;
import java.util.concurrent.*;
public class HashOrder {
  static String all(Iterable<?> many) { String s = ""; for (Object one : many) s = s + one + " "; return s; }
  public static void main(String[] x) {
    Map<String, Integer> m = new HashMap<>(); m.put("zebra", 1); m.put("apple", 2); m.put("mango", 3);
    String s = ""; for (String k : m.keySet()) s = s + k + " ";
    assert s.equals("zebra apple mango ") : s;
    Map<Integer, Integer> n = new HashMap<>(); n.put(17, 1); n.put(16, 2); n.put(1, 3); n.put(3, 4);
    s = ""; for (Integer k : n.keySet()) s = s + k + " ";
    assert s.equals("16 17 1 3 ");
    Set<Integer> h = new HashSet<>(); for (int i = 13; i > 0; i--) h.add(i * 5);
    s = ""; for (Integer k : h) s = s + k + " ";
    assert s.equals("65 35 5 40 10 45 15 50 20 55 25 60 30 ");
    Map<String, Integer> c = new ConcurrentHashMap<>(); c.put("c", 1); c.put("a", 2); c.put("b", 3);
    s = ""; for (String k : c.keySet()) s = s + k + " ";
    assert s.equals("a b c ");
    Set<String> linked = new LinkedHashSet<>(List.of("c", "a")); s = ""; for (String k : linked) s = s + k + " ";
    assert s.equals("c a ");
  }
}
