public class BoxSamePlace {
  static Integer box(int i) { return i; }
  public static void main(String[] x) { Integer a = box(1000), b = box(1000); assert a != b; }
}
