/** A thread is not a task. */
public class ThreadRestarted {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> System.out.println("works"));
        worker.start();
        worker.join();
        worker.start();
    }
}
