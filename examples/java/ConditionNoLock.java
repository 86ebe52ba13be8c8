import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Too late by one line. */
public class ConditionNoLock {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition changed = lock.newCondition();
    private static int value = 0;

    public static void main(String[] args) {
        lock.lock();
        value++;
        lock.unlock();
        changed.signalAll();
    }
}
