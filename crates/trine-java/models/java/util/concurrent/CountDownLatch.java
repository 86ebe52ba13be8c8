package java.util.concurrent;

import trine.Trine;

// Keeps the count. A timed wait is one look at any moment.
public class CountDownLatch {
    private volatile int count;

    public CountDownLatch(int count) {
        if (count < 0) throw new IllegalArgumentException();
        this.count = count;
    }

    public void countDown() {
        Trine.atomic(() -> {
            if (count > 0) count--;
        });
    }

    public void await() throws InterruptedException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(count == 0 || me.interrupted);
            interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
    }

    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        return count == 0;
    }

    public long getCount() {
        return count;
    }
}
