package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import trine.Trine;

// A condition of a lock that is a monitor: who waits is in the wait set of the condition's own monitor,
// which nobody holds between steps. Who waited longest has no right to be woken first.
class MonitorCondition implements Condition {
    private final Object lock;

    MonitorCondition(Object lock) {
        this.lock = lock;
    }

    // Inside a step: takes the lock after the wait, once.
    void takeAgain() {
        Trine.enter(lock);
    }

    // Nobody holds the monitor of the condition here, so this is the error of giving back what one lacks.
    private void refuse() {
        Trine.exit(this);
    }

    public void await() throws InterruptedException {
        boolean mine = false;
        InterruptedException interrupt = null;
        Trine.atomic(() -> {
            int held = Trine.holdCount(lock);
            mine = held > 0;
            if (mine) {
                Trine.enter(this);
                for (int i = 0; i < held; i++) Trine.exit(lock);
                try {
                    Trine.wait(this);
                } catch (InterruptedException caught) {
                    interrupt = caught;
                }
                Trine.exit(this);
                for (int i = 0; i < held; i++) takeAgain();
            }
        });
        if (!mine) refuse();
        if (interrupt != null) throw interrupt;
    }

    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        boolean mine = false;
        boolean notified = false;
        InterruptedException interrupt = null;
        Trine.atomic(() -> {
            int held = Trine.holdCount(lock);
            mine = held > 0;
            if (mine) {
                Trine.enter(this);
                for (int i = 0; i < held; i++) Trine.exit(lock);
                try {
                    notified = Trine.timedWait(this);
                } catch (InterruptedException caught) {
                    interrupt = caught;
                }
                Trine.exit(this);
                for (int i = 0; i < held; i++) takeAgain();
            }
        });
        if (!mine) refuse();
        if (interrupt != null) throw interrupt;
        return notified;
    }

    public long awaitNanos(long nanoseconds) throws InterruptedException {
        return await(nanoseconds, TimeUnit.NANOSECONDS) ? 1 : 0;
    }

    public void awaitUninterruptibly() {
        boolean mine = false;
        Trine.atomic(() -> {
            int held = Trine.holdCount(lock);
            mine = held > 0;
            if (mine) {
                Trine.enter(this);
                for (int i = 0; i < held; i++) Trine.exit(lock);
                Trine.waitDeaf(this);
                Trine.exit(this);
                for (int i = 0; i < held; i++) takeAgain();
            }
        });
        if (!mine) refuse();
    }

    public void signal() {
        boolean mine = false;
        Trine.atomic(() -> {
            mine = Trine.holdCount(lock) > 0;
            if (mine) {
                Trine.enter(this);
                Trine.notify(this);
                Trine.exit(this);
            }
        });
        if (!mine) refuse();
    }

    public void signalAll() {
        boolean mine = false;
        Trine.atomic(() -> {
            mine = Trine.holdCount(lock) > 0;
            if (mine) {
                Trine.enter(this);
                Trine.notifyAll(this);
                Trine.exit(this);
            }
        });
        if (!mine) refuse();
    }
}
