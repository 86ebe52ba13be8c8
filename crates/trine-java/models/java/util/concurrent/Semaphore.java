package java.util.concurrent;

import trine.Trine;

// Keeps the number of permits. Fairness is left out: any waiting thread may be next. A timed attempt is
// one look at any moment.
public class Semaphore {
    private volatile int permits;

    public Semaphore(int permits) {
        this.permits = permits;
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquire(int count) throws InterruptedException {
        if (count < 0) throw new IllegalArgumentException();
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(permits >= count || me.interrupted);
            interrupted = Trine.interrupted();
            if (!interrupted) permits -= count;
        });
        if (interrupted) throw new InterruptedException();
    }

    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    public void acquireUninterruptibly(int count) {
        if (count < 0) throw new IllegalArgumentException();
        Trine.atomic(() -> {
            Trine.await(permits >= count);
            permits -= count;
        });
    }

    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    public boolean tryAcquire(int count) {
        if (count < 0) throw new IllegalArgumentException();
        boolean taken = false;
        Trine.atomic(() -> {
            taken = permits >= count;
            if (taken) permits -= count;
        });
        return taken;
    }

    public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        return tryAcquire(1);
    }

    public boolean tryAcquire(int count, long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        return tryAcquire(count);
    }

    public void release() {
        release(1);
    }

    public void release(int count) {
        if (count < 0) throw new IllegalArgumentException();
        Trine.atomic(() -> {
            permits += count;
        });
    }

    public int availablePermits() {
        return permits;
    }

    public int drainPermits() {
        int drained = 0;
        Trine.atomic(() -> {
            drained = permits;
            permits = 0;
        });
        return drained;
    }
}
