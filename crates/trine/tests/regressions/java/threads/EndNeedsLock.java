public class EndNeedsLock {
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { });
    Thread u = new Thread(() -> { try { t.join(); } catch (InterruptedException e) { } });
    synchronized (t) {
      t.start();
      u.start();
      u.join();               // u waits for t, and t needs its own monitor to end
    }
  }
}
