import java.util.*;
public class IdentityOrder {
  static class Key { final int n; Key(int n) { this.n = n; } }
  public static void main(String[] x) {
    Set<Key> keys = new HashSet<>(); keys.add(new Key(1)); keys.add(new Key(2));
    int first = 0; for (Key key : keys) { if (first == 0) first = key.n; }
    assert first == 1;
  }
}
