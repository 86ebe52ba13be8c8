public class WaitZero {
  public static void main(String[] a) throws Exception {
    Object o = new Object();
    synchronized (o) { o.wait(0); }
  }
}
