import java.util.concurrent.Semaphore;

/** A room that is too small for a circle. */
public class PhilosophersRoom {
    static final Semaphore room = new Semaphore(2);

    static void dine(Object left, Object right) {
        room.acquireUninterruptibly();
        synchronized (left) {
            synchronized (right) {
                System.out.println("eats");
            }
        }
        room.release();
    }

    public static void main(String[] args) {
        Object fork1 = new Object();
        Object fork2 = new Object();
        Object fork3 = new Object();
        new Thread(() -> dine(fork1, fork2)).start();
        new Thread(() -> dine(fork2, fork3)).start();
        new Thread(() -> dine(fork3, fork1)).start();
    }
}
