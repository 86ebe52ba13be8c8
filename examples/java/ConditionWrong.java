import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The signal goes to those who cannot use it. */
public class ConditionWrong {
    private final Lock lock = new ReentrantLock();
    private final Condition hasRoom = lock.newCondition();
    private final Condition hasItem = lock.newCondition();
    private int item = 0;

    void put(int next) throws InterruptedException {
        lock.lock();
        try {
            while (item != 0) hasRoom.await();
            item = next;
            hasItem.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() throws InterruptedException {
        lock.lock();
        try {
            while (item == 0) hasItem.await();
            int taken = item;
            item = 0;
            hasItem.signal();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConditionWrong buffer = new ConditionWrong();
        Thread producer = new Thread(() -> {
            try {
                buffer.put(1);
                buffer.put(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        int first = buffer.take();
        int second = buffer.take();
        assert first == 1 && second == 2;
    }
}
