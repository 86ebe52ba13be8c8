public class Conditional {
  static int n;
  public static void main(String[] x) {
    boolean t = n == 0; Integer i = 1; Double d = 2.0; Character c = 'c'; Byte b = 1; Short s = 2; short p = 3; byte q = 4; long l = 5; int k = 98;
    Object o = t ? i : d; assert o instanceof Double;
    o = t ? 'a' : 98; assert o instanceof Character;
    o = t ? 'a' : k; assert o instanceof Integer;
    o = t ? 'a' : 70000; assert o instanceof Integer;
    o = t ? b : s; assert o instanceof Short;
    o = t ? q : p; assert o instanceof Short;
    o = t ? q : 100; assert o instanceof Byte;
    o = t ? b : 100; assert o instanceof Byte;
    o = t ? q : 1000; assert o instanceof Integer;
    o = t ? c : 98; assert o instanceof Character;
    o = t ? q : 'a'; assert o instanceof Integer;
    o = t ? i : l; assert o instanceof Long;
    o = t ? i : null; assert o instanceof Integer;
    o = t ? 1 : "x"; assert o instanceof Integer;
    o = t ? i : (Object) d; assert o instanceof Integer;
    o = t ? true : i; assert o instanceof Boolean;
    Integer y = 1000, z = t ? y : Integer.valueOf(2); assert y.equals(z);
    Object w = switch (n) { case 0 -> 'a'; default -> 98; }; assert w instanceof Character;
    var v = switch (n) { case 0 -> 'a'; default -> 98; }; o = v; assert o instanceof Character;
    var u = switch (n) { case 0 -> 1; default -> 2.5; }; o = u; assert o instanceof Double;
    try { Integer no = null; int bad = t ? no : 0; assert false; } catch (NullPointerException expected) { }
  }
}
