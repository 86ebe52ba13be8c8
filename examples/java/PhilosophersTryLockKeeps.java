import java.util.concurrent.locks.ReentrantLock;

/** The way out misses an unlock. */
public class PhilosophersTryLockKeeps {
    static void dine(ReentrantLock left, ReentrantLock right) {
        left.lock();
        if (!right.tryLock()) return;
        right.unlock();
        left.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock fork1 = new ReentrantLock();
        ReentrantLock fork2 = new ReentrantLock();
        Thread one = new Thread(() -> dine(fork1, fork2));
        Thread two = new Thread(() -> dine(fork2, fork1));
        one.start();
        two.start();
        one.join();
        two.join();
        fork1.lock();
        fork2.lock();
        fork2.unlock();
        fork1.unlock();
    }
}
