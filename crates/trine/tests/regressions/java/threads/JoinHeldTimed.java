public class JoinHeldTimed {
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { });
    synchronized (t) {
      t.start();
      while (t.isAlive()) t.join(10);
    }
  }
}
