import java.util.concurrent.locks.StampedLock;

/** Read first, ask later. */
public class StampedPoint {
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
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            seenX = x;
            seenY = y;
            lock.unlockRead(stamp);
        }
        assert seenX == seenY;
    }

    public static void main(String[] args) {
        new Thread(StampedPoint::move).start();
        new Thread(StampedPoint::look).start();
    }
}
