import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The ring with one who turns the other way. */
public class PhilosophersArrayLeftHanded {
    static final int N = 3;
    static final int[] meals = new int[N];

    public static void main(String[] args) throws InterruptedException {
        Lock[] forks = new Lock[N];
        for (int i = 0; i < N; i++) forks[i] = new ReentrantLock();
        Thread[] philosophers = new Thread[N];
        for (int i = 0; i < N; i++) {
            int next = (i + 1) % N;
            int me = i;
            Lock first = next == 0 ? forks[next] : forks[i];
            Lock second = next == 0 ? forks[i] : forks[next];
            philosophers[i] = new Thread(() -> {
                first.lock();
                second.lock();
                meals[me]++;
                second.unlock();
                first.unlock();
            });
        }
        for (Thread philosopher : philosophers) philosopher.start();
        for (Thread philosopher : philosophers) philosopher.join();
        for (int count : meals) assert count == 1;
    }
}
