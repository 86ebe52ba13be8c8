public class ArrayStoreCases {
  static class A { } static class B extends A { }
  public static void main(String[] x) {
    A[] as = new B[2]; as[0] = new B(); as[1] = null;
    try { as[0] = new A(); assert false; } catch (ArrayStoreException expected) { }
    Object[] grid = new int[1][]; grid[0] = new int[3];
    try { grid[0] = "no"; assert false; } catch (ArrayStoreException expected) { }
    Object[] any = new Object[1]; any[0] = 1; any[0] = "x"; any[0] = as;
    Number[] ns = {1, 2.5}; Comparable<?>[] cs = {1, "x"}; ns[0] = 3L; cs[1] = 2;
    try { as[2] = new A(); assert false; } catch (ArrayIndexOutOfBoundsException expected) { }
  }
}
