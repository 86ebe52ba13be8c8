package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import trine.Trine;

// The lock is the monitor of the object. Fairness is left out: any waiting thread may be next. A timed
// attempt is one look at any moment: waiting before it and being late are the same.
public class ReentrantLock implements Lock {
    private final boolean fair;

    public ReentrantLock() {
        this.fair = false;
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    public void lock() {
        Trine.enter(this);
    }

    public void unlock() {
        Trine.exit(this);
    }

    public boolean tryLock() {
        return Trine.tryEnter(this);
    }

    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        boolean interrupted = false;
        boolean taken = false;
        Trine.atomic(() -> {
            interrupted = Trine.interrupted();
            if (!interrupted) taken = Trine.tryEnter(this);
        });
        if (interrupted) throw new InterruptedException();
        return taken;
    }

    public void lockInterruptibly() throws InterruptedException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(me.interrupted || !Trine.held(this) || Trine.mine(this) > 0);
            interrupted = Trine.interrupted();
            if (!interrupted) Trine.enter(this);
        });
        if (interrupted) throw new InterruptedException();
    }

    public Condition newCondition() {
        return new MonitorCondition(this);
    }

    public boolean isHeldByCurrentThread() {
        return Trine.holdCount(this) > 0;
    }

    public int getHoldCount() {
        return Trine.holdCount(this);
    }

    public boolean isLocked() {
        boolean locked = true;
        Trine.atomic(() -> {
            if (Trine.tryEnter(this)) {
                locked = Trine.holdCount(this) > 1;
                Trine.exit(this);
            }
        });
        return locked;
    }

    public final boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return Trine.opaque();
    }

    public final int getQueueLength() {
        return Trine.opaque();
    }
}
