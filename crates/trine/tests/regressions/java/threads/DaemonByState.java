public class DaemonByState {
  static volatile boolean flag;
  public static void main(String[] a) throws Exception {
    Thread s = new Thread(() -> { flag = true; });
    s.start();
    boolean f = flag;         // true or false
    Thread t = new Thread(() -> { Object o = new Object(); synchronized (o) { try { o.wait(); } catch (InterruptedException e) {} } });
    t.setDaemon(f);
    t.start();
    assert !f || t.isDaemon();
  }
}
