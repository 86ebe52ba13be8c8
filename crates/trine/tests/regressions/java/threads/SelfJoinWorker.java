public class SelfJoinWorker {
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { try { Thread.currentThread().join(); } catch (InterruptedException e) { } });
    t.start();
  }
}
