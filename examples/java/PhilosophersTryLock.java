import java.util.concurrent.locks.ReentrantLock;

/** Nobody holds a fork while waiting for another. */
public class PhilosophersTryLock {
    static void dine(ReentrantLock left, ReentrantLock right) {
        boolean eaten = false;
        while (!eaten) {
            left.lock();
            try {
                if (right.tryLock()) {
                    try {
                        eaten = true;
                    } finally {
                        right.unlock();
                    }
                }
            } finally {
                left.unlock();
            }
        }
    }

    public static void main(String[] args) {
        ReentrantLock fork1 = new ReentrantLock();
        ReentrantLock fork2 = new ReentrantLock();
        ReentrantLock fork3 = new ReentrantLock();
        new Thread(() -> dine(fork1, fork2)).start();
        new Thread(() -> dine(fork2, fork3)).start();
        new Thread(() -> dine(fork3, fork1)).start();
    }
}
