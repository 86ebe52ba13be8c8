import java.util.*;
import java.util.concurrent.*;
public class Q7 {
  // a copy of a list that many may write to belongs to who made it, but not what is in it
  public static void main(String[] a) throws Exception {
    CopyOnWriteArrayList<int[]> all = new CopyOnWriteArrayList<>();
    all.add(new int[1]);
    Thread p = new Thread(() -> { all.get(0)[0] = 1; });
    Thread q = new Thread(() -> { all.add(new int[2]); });
    p.start(); q.start();
    all.get(0)[0] = 2;
    p.join(); q.join();
  }
}
