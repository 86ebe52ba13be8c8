package java.util.concurrent;

import trine.Trine;

// Keeps the phase, the parties and how many of them are still to arrive. Trees of phasers are left out.
public class Phaser {
    private volatile int phase;
    private volatile int parties;
    private volatile int unarrived;

    public Phaser() {}

    public Phaser(int parties) {
        if (parties < 0) throw new IllegalArgumentException();
        this.parties = parties;
        this.unarrived = parties;
    }

    public int register() {
        return bulkRegister(1);
    }

    public int bulkRegister(int count) {
        if (count < 0) throw new IllegalArgumentException();
        int seen = 0;
        Trine.atomic(() -> {
            // A phase that is about to end has to end first.
            Trine.await(unarrived > 0 || parties == 0 || phase < 0);
            seen = phase;
            if (seen >= 0) {
                parties += count;
                unarrived += count;
            }
        });
        return seen;
    }

    public int arrive() {
        return arrive(0);
    }

    public int arriveAndDeregister() {
        return arrive(1);
    }

    public int arriveAndAwaitAdvance() {
        int seen = arrive(0);
        return seen < 0 ? seen : awaitAdvance(seen);
    }

    public int awaitAdvance(int seen) {
        if (seen < 0) return seen;
        int now = 0;
        Trine.atomic(() -> {
            Trine.await(phase != seen);
            now = phase;
        });
        return now;
    }

    public int awaitAdvanceInterruptibly(int seen) throws InterruptedException {
        if (seen < 0) return seen;
        Thread me = Trine.currentThread();
        int now = 0;
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(phase != seen || me.interrupted);
            now = phase;
            if (now == seen) interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
        return now;
    }

    // Who arrives last ends the phase; until then nobody goes on.
    private int arrive(int leaving) {
        int seen = 0;
        int left = 0;
        boolean last = false;
        boolean misused = false;
        Trine.atomic(() -> {
            seen = phase;
            if (seen >= 0) {
                misused = unarrived <= 0;
                if (!misused) {
                    parties -= leaving;
                    unarrived--;
                    left = parties;
                    last = unarrived == 0;
                }
            }
        });
        if (misused) throw new IllegalStateException();
        if (last) {
            boolean over = onAdvance(seen, left);
            Trine.atomic(() -> {
                unarrived = parties;
                phase = over ? seen + 1 - 0x7fffffff - 1 : (seen + 1) & 0x7fffffff;
            });
        }
        return seen;
    }

    protected boolean onAdvance(int phase, int registeredParties) {
        return registeredParties == 0;
    }

    public void forceTermination() {
        Trine.atomic(() -> {
            if (phase >= 0) phase = phase - 0x7fffffff - 1;
        });
    }

    public final int getPhase() {
        return phase;
    }

    public boolean isTerminated() {
        return phase < 0;
    }

    public int getRegisteredParties() {
        return parties;
    }

    public int getArrivedParties() {
        int result = 0;
        Trine.atomic(() -> {
            result = parties - unarrived;
        });
        return result;
    }

    public int getUnarrivedParties() {
        return unarrived;
    }
}
