public class WaitOnMain {
  public static void main(String[] a) throws Exception {
    Thread m = Thread.currentThread();
    new Thread(() -> {
      try { synchronized (m) { while (m.isAlive()) m.wait(); } } catch (InterruptedException e) { }
    }).start();
  }
}
