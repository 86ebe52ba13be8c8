import java.util.*;
import java.util.concurrent.*;
public class HeapOrder {
  public static void main(String[] x) throws Exception {
    PriorityQueue<Integer> q = new PriorityQueue<>(); for (int i : new int[] {5, 3, 8, 1, 9, 2}) q.add(i);
    String s = ""; for (Integer i : q) s = s + i; assert s.equals("132598") || s.equals("132895") : s;
    PriorityQueue<String> r = new PriorityQueue<>(Comparator.comparing((String t) -> t.substring(0, 1)));
    r.add("a1"); r.add("a2"); r.add("a3"); r.add("a4");
    assert r.poll().equals("a1"); assert r.poll().equals("a4"); assert r.poll().equals("a3");
    PriorityBlockingQueue<Integer> b = new PriorityBlockingQueue<>(); b.add(3); b.add(1); b.add(2);
    assert b.take() == 1 && b.take() == 2 && b.remainingCapacity() == Integer.MAX_VALUE;
  }
}
