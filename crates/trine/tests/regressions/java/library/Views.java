import java.util.*;
import java.util.concurrent.*;
public class Views {
  public static void main(String[] x) {
    ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(); m.put("a", 1); m.put("b", 2); m.put("c", 3);
    Collection<Integer> values = m.values(); Set<Map.Entry<String, Integer>> entries = m.entrySet();
    m.put("d", 4); assert values.size() == 4 && entries.size() == 4 && values.contains(4);
    m.entrySet().removeIf(e -> e.getValue() > 3); assert m.size() == 3;
    m.keySet().remove("a"); m.values().remove(2); assert m.size() == 1 && m.containsKey("c");
    for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(9); assert m.get("c") == 9;
    try { m.values().add(1); assert false; } catch (UnsupportedOperationException expected) { }
    CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>(List.of(1, 2, 3, 4));
    assert l.removeIf(v -> v % 2 == 0) && l.size() == 2 && l.retainAll(List.of(3)) && l.get(0) == 3;
    ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(4); q.add(1); q.add(2); q.add(3);
    Iterator<Integer> it = q.iterator(); it.next(); it.remove(); assert q.peek() == 2 && it.next() == 2;
    assert q.removeAll(List.of(3)) && q.size() == 1 && q.remainingCapacity() == 3;
    ConcurrentLinkedQueue<String> k = new ConcurrentLinkedQueue<>(List.of("x", "y", "z"));
    int seen = 0; for (String one : k) { seen++; if (one.equals("x")) k.add("w"); } assert seen == 4;
    List<Integer> plain = new ArrayList<>(List.of(1, 2)); Iterator<Integer> p = plain.iterator(); p.next(); p.remove();
    try { p.remove(); assert false; } catch (IllegalStateException expected) { }
    try { Map.of("a", 1, "a", 2); assert false; } catch (IllegalArgumentException expected) { }
    try { List.of(1).add(2); assert false; } catch (UnsupportedOperationException expected) { }
    try { Map.of("a", 1).get(null); assert false; } catch (NullPointerException expected) { }
  }
}
