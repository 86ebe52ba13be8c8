public class Names {
  public static void main(String[] args) throws Exception {
    Thread a = new Thread(() -> { }), b = new Thread(() -> { }, "b"), c = new Thread(() -> { });
    assert a.getName().equals("Thread-0") && b.getName().equals("b") && c.getName().equals("Thread-1");
    c.setName("c"); assert c.getName().equals("c");
    assert a.getState() == Thread.State.NEW; a.start(); a.join(); assert a.getState() == Thread.State.TERMINATED;
    b.setPriority(7); assert b.getPriority() == 7 && a.getPriority() == 5;
    var pool = java.util.concurrent.Executors.newFixedThreadPool(1);
    assert pool.submit(() -> Thread.currentThread().getName()).get().equals("pool-1-thread-1");
    pool.shutdown();
  }
}
