import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The ring, with forks and threads in arrays. */
public class PhilosophersArray {
    static final int N = 3;

    public static void main(String[] args) throws InterruptedException {
        Lock[] forks = new Lock[N];
        for (int i = 0; i < N; i++) forks[i] = new ReentrantLock();
        Thread[] philosophers = new Thread[N];
        for (int i = 0; i < N; i++) {
            Lock left = forks[i];
            Lock right = forks[(i + 1) % N];
            philosophers[i] = new Thread(() -> {
                left.lock();
                right.lock();
                right.unlock();
                left.unlock();
            }, "philosopher" + i);
        }
        for (Thread philosopher : philosophers) philosopher.start();
        for (Thread philosopher : philosophers) philosopher.join();
    }
}
