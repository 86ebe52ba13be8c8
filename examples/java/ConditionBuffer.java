import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** One condition for room, one for items. */
public class ConditionBuffer {
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
            hasRoom.signal();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    void produce() {
        try {
            put(1);
            put(2);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void consume() {
        try {
            int taken = take();
            assert taken == 1 || taken == 2;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        ConditionBuffer buffer = new ConditionBuffer();
        new Thread(buffer::consume).start();
        new Thread(buffer::consume).start();
        new Thread(buffer::produce).start();
    }
}
