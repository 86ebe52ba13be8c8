import java.util.concurrent.*;
public class Q6 {
  public static void main(String[] a) throws Exception {
    BlockingQueue<int[]> box = new ArrayBlockingQueue<>(1);
    Thread p = new Thread(() -> { try { int[] buf = new int[1]; box.put(buf); buf[0] = 1; } catch (InterruptedException e) { } });
    p.start();
    int[] got = box.take();
    got[0] = 2;
    p.join();
  }
}
