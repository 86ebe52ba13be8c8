public class JoinHeld {
  static int done;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { done = 1; });
    synchronized (t) {
      t.start();
      t.join();               // gives the monitor up, or the thread could not end
    }
    assert done == 1 && !t.isAlive();
  }
}
