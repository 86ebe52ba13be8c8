package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import trine.Trine;

// Nobody owns it: any thread can give back what a stamp stands for, and taking it twice blocks. A stamp
// is four times the number of writes so far, plus 0 for an optimistic read, 1 for the write lock, 2 for
// a read lock. Interrupts end only the interruptible methods.
public class StampedLock {
    private volatile long writes = 1;
    private volatile boolean writing;
    private volatile int readers;

    public StampedLock() {}

    public long writeLock() {
        long stamp = 0;
        Trine.atomic(() -> {
            Trine.await(!writing && readers == 0);
            writing = true;
            stamp = 4 * writes + 1;
        });
        return stamp;
    }

    public long tryWriteLock() {
        long stamp = 0;
        Trine.atomic(() -> {
            if (!writing && readers == 0) {
                writing = true;
                stamp = 4 * writes + 1;
            }
        });
        return stamp;
    }

    public long tryWriteLock(long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        return tryWriteLock();
    }

    public long writeLockInterruptibly() throws InterruptedException {
        Thread me = Trine.currentThread();
        long stamp = 0;
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(me.interrupted || !writing && readers == 0);
            interrupted = Trine.interrupted();
            if (!interrupted) {
                writing = true;
                stamp = 4 * writes + 1;
            }
        });
        if (interrupted) throw new InterruptedException();
        return stamp;
    }

    public long readLock() {
        long stamp = 0;
        Trine.atomic(() -> {
            Trine.await(!writing);
            readers++;
            stamp = 4 * writes + 2;
        });
        return stamp;
    }

    public long tryReadLock() {
        long stamp = 0;
        Trine.atomic(() -> {
            if (!writing) {
                readers++;
                stamp = 4 * writes + 2;
            }
        });
        return stamp;
    }

    public long readLockInterruptibly() throws InterruptedException {
        Thread me = Trine.currentThread();
        long stamp = 0;
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(me.interrupted || !writing);
            interrupted = Trine.interrupted();
            if (!interrupted) {
                readers++;
                stamp = 4 * writes + 2;
            }
        });
        if (interrupted) throw new InterruptedException();
        return stamp;
    }

    public long tryOptimisticRead() {
        long stamp = 0;
        Trine.atomic(() -> {
            if (!writing) stamp = 4 * writes;
        });
        return stamp;
    }

    public boolean validate(long stamp) {
        boolean valid = false;
        Trine.atomic(() -> {
            valid = stamp / 4 == writes && (!writing || stamp % 4 == 1);
        });
        return valid;
    }

    // Nobody holds the monitor of this object, so this is the error of giving back what one lacks.
    private void refuse() {
        Trine.exit(this);
    }

    public void unlockWrite(long stamp) {
        boolean fits = false;
        Trine.atomic(() -> {
            fits = writing && stamp == 4 * writes + 1;
            if (fits) {
                writing = false;
                writes++;
            }
        });
        if (!fits) refuse();
    }

    public void unlockRead(long stamp) {
        boolean fits = false;
        Trine.atomic(() -> {
            fits = readers > 0 && stamp == 4 * writes + 2;
            if (fits) readers--;
        });
        if (!fits) refuse();
    }

    public void unlock(long stamp) {
        if (stamp % 4 == 1) unlockWrite(stamp);
        else unlockRead(stamp);
    }

    public long tryConvertToWriteLock(long stamp) {
        long converted = 0;
        Trine.atomic(() -> {
            if (stamp / 4 == writes) {
                if (writing) {
                    if (stamp % 4 == 1) converted = stamp;
                } else if (stamp % 4 == 2 && readers == 1) {
                    readers = 0;
                    writing = true;
                    converted = 4 * writes + 1;
                } else if (stamp % 4 == 0 && readers == 0) {
                    writing = true;
                    converted = 4 * writes + 1;
                }
            }
        });
        return converted;
    }

    public long tryConvertToReadLock(long stamp) {
        long converted = 0;
        Trine.atomic(() -> {
            if (stamp / 4 == writes) {
                if (stamp % 4 == 1 && writing) {
                    writing = false;
                    writes++;
                    readers++;
                    converted = 4 * writes + 2;
                } else if (stamp % 4 == 2) {
                    converted = stamp;
                } else if (stamp % 4 == 0 && !writing) {
                    readers++;
                    converted = 4 * writes + 2;
                }
            }
        });
        return converted;
    }

    public boolean isWriteLocked() {
        return writing;
    }

    public boolean isReadLocked() {
        return readers > 0;
    }
}
