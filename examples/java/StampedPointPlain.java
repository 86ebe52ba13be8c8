import java.util.concurrent.locks.StampedLock;

/** The values are checked, yet the accesses meet. */
public class StampedPointPlain {
    private static final StampedLock lock = new StampedLock();
    private static int x = 0;
    private static int y = 0;

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
        new Thread(StampedPointPlain::move).start();
        new Thread(StampedPointPlain::look).start();
    }
}
