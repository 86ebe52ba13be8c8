import java.util.concurrent.locks.ReentrantLock;

/** Waiting for a lock, with a way out. */
public class LockInterruptibly {
    static void both(ReentrantLock first, ReentrantLock second) {
        try {
            first.lockInterruptibly();
            try {
                second.lockInterruptibly();
                second.unlock();
            } finally {
                first.unlock();
            }
        } catch (InterruptedException e) {
            System.out.println("gave up");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread one = new Thread(() -> both(left, right));
        Thread two = new Thread(() -> both(right, left));
        one.start();
        two.start();
        one.interrupt();
        one.join();
        two.join();
    }
}
