import java.util.concurrent.locks.StampedLock;

/** A stamp that nobody validates protects nothing. */
public class StampedPointUnchecked {
    private static final StampedLock lock = new StampedLock();
    private static volatile int x = 0;
    private static volatile int y = 0;

    static void move() {
        long stamp = lock.writeLock();
        x++;
        y++;
        lock.unlockWrite(stamp);
    }

    static void look() {
        long stamp = lock.tryOptimisticRead();
        int seenX = x;
        int seenY = y;
        assert stamp == 0 || seenX == seenY;
    }

    public static void main(String[] args) {
        new Thread(StampedPointUnchecked::move).start();
        new Thread(StampedPointUnchecked::look).start();
    }
}
