import java.util.concurrent.*;
public class Q5 {
  // handed over through a queue, and only the receiver goes on with it: no race
  public static void main(String[] a) throws Exception {
    BlockingQueue<int[]> box = new ArrayBlockingQueue<>(1);
    Thread p = new Thread(() -> { try { int[] buf = new int[1]; buf[0] = 1; box.put(buf); } catch (InterruptedException e) { } });
    p.start();
    int[] got = box.take();
    got[0] = 2;
    p.join();
  }
}
