import java.util.*;
public class BoxCases {
  static Object id(Object o) { return o; }
  public static void main(String[] x) {
    Integer a = 127, b = 127; assert a == b;
    assert new Integer(1) != new Integer(1) && new Integer(1).equals(1);
    Long l = 1L; assert !l.equals(1) && l.equals(1L) && !new Object().equals(1);
    Character c = 'a', d = 'a'; assert c == d; Character e = '\u1234', f = '\u1234'; assert e != f && e.equals(f);
    assert Boolean.valueOf(true) == id(true) && Byte.valueOf((byte) 5) == id((byte) 5);
    Object o = 1; assert o instanceof Integer && !(o instanceof Long) && o instanceof Number;
    o = 'x'; assert o instanceof Character && !(o instanceof Number);
    Set<Object> s = new HashSet<>(List.of(1, 1L, 'a', "1")); assert s.size() == 4 && s.contains(1L) && !s.contains((short) 1);
    try { Object i = 1; Long bad = (Long) i; assert false; } catch (ClassCastException expected) { }
    Short sh = 1; assert sh.hashCode() == 1 && Boolean.TRUE.hashCode() == 1231 && Long.valueOf(1L << 32).hashCode() == 1;
    assert Integer.valueOf(7).toString().equals("7") && Character.valueOf('z').toString().equals("z");
    assert Integer.valueOf(3).compareTo(5) < 0 && Boolean.TRUE.compareTo(false) > 0;
  }
}
