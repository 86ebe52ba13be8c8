public class StartMain {
  public static void main(String[] a) {
    boolean refused = false;
    try { Thread.currentThread().start(); } catch (IllegalThreadStateException e) { refused = true; }
    assert !refused;
  }
}
