package java.util;

import trine.Trine;

// A task that a timer runs once, or again and again.
public abstract class TimerTask implements Runnable {
    long delay;
    boolean again;
    volatile boolean scheduled;
    volatile boolean cancelled;
    volatile boolean begun;
    volatile TimerTask before;

    protected TimerTask() {}

    public abstract void run();

    // Whether it would have run otherwise.
    public boolean cancel() {
        boolean prevented = false;
        Trine.atomic(() -> {
            if (scheduled && !cancelled && (again || !begun)) prevented = true;
            cancelled = true;
        });
        return prevented;
    }

    public long scheduledExecutionTime() {
        return Trine.opaque();
    }
}
