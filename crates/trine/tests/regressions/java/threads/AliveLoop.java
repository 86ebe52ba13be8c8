public class AliveLoop {
  static int n;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { n = 1; });
    t.start();
    boolean before = t.isAlive();
    t.join();
    assert before || n == 1;
    assert before;            // it may have ended by then
  }
}
