package java.util;

import trine.Trine;

// Keeps that tasks run one at a time, and that a task does not begin before one that was scheduled earlier with a
// shorter delay; how long delays are plays no other part. Each task has a thread of its own that stays until the
// timer is cancelled, as the thread of the timer would; a timer without tasks has none. An error of a task ends the
// timer.
public class Timer {
    private final boolean daemon;
    private volatile boolean cancelled;
    private volatile boolean busy;
    private volatile TimerTask latest;

    public Timer() {
        this(false);
    }

    public Timer(String name) {
        this(false);
    }

    public Timer(String name, boolean daemon) {
        this(daemon);
    }

    public Timer(boolean daemon) {
        this.daemon = daemon;
    }

    public void schedule(TimerTask task, long delay) {
        hand(task, delay, false);
    }

    public void schedule(TimerTask task, long delay, long period) {
        if (period <= 0) throw new IllegalArgumentException();
        hand(task, delay, true);
    }

    public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
        schedule(task, delay, period);
    }

    private void hand(TimerTask task, long delay, boolean again) {
        if (delay < 0) throw new IllegalArgumentException();
        task.delay = delay;
        task.again = again;
        // Stays known, other than a boolean that was read.
        int taken = 0;
        Trine.atomic(() -> {
            if (!cancelled && !task.scheduled && !task.cancelled) {
                taken = 1;
                task.scheduled = true;
                task.before = latest;
                latest = task;
            }
        });
        if (taken == 0) throw new IllegalStateException();
        TimerTask before = task.before;
        while (before != null && before.delay >= delay) before = before.before;
        task.before = before;
        Thread thread = Thread.ofLibrary(() -> live(task));
        thread.daemon = daemon;
        thread.start();
    }

    private void live(TimerTask task) {
        while (begin(task)) {
            perform(task);
            if (!task.again) break;
        }
        Trine.await(cancelled);
    }

    // Waits for its turn; false where the task is no longer to run.
    private boolean begin(TimerTask task) {
        boolean mine = false;
        for (TimerTask first = task.before; first != null; first = first.before) {
            Trine.await(first.begun || first.cancelled || cancelled);
        }
        Trine.atomic(() -> {
            Trine.await(!busy || cancelled || task.cancelled);
            if (!cancelled && !task.cancelled) {
                mine = true;
                task.begun = true;
                busy = true;
            }
        });
        return mine;
    }

    private void perform(TimerTask task) {
        boolean died = true;
        try {
            task.run();
            died = false;
        } finally {
            leave(died);
        }
    }

    private void leave(boolean died) {
        Trine.atomic(() -> {
            busy = false;
            if (died) cancelled = true;
        });
    }

    public void cancel() {
        cancelled = true;
    }

    public int purge() {
        return Trine.opaque();
    }
}
