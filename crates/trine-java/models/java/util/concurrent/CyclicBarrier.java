package java.util.concurrent;

import trine.Trine;

// Keeps who has arrived, and the round, counted modulo 4 so that endless use stays finite. The action
// runs while no further thread can arrive. A reset while threads wait is left out.
public class CyclicBarrier {
    private final int parties;
    private final Runnable action;
    private volatile int arrived;
    private volatile int round;
    private volatile boolean broken;

    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    public CyclicBarrier(int parties, Runnable action) {
        if (parties <= 0) throw new IllegalArgumentException();
        this.parties = parties;
        this.action = action;
    }

    public int await() throws InterruptedException, BrokenBarrierException {
        Thread me = Trine.currentThread();
        Runnable action = this.action;
        boolean last = false;
        boolean failed = false;
        boolean interrupted = false;
        int index = 0;
        Trine.atomic(() -> {
            Trine.await(arrived < parties || broken);
            failed = broken;
            if (!failed) {
                interrupted = Trine.interrupted();
                if (interrupted) {
                    broken = true;
                } else {
                    int mine = round;
                    arrived++;
                    index = parties - arrived;
                    last = index == 0;
                    if (!last) {
                        Trine.await(round != mine || broken || me.interrupted);
                        if (round == mine) {
                            failed = broken;
                            if (!failed) interrupted = Trine.interrupted();
                            broken = true;
                        }
                    } else if (action == null) {
                        nextRound();
                    }
                }
            }
        });
        if (interrupted) throw new InterruptedException();
        if (failed) throw new BrokenBarrierException();
        if (last && action != null) act(action);
        return index;
    }

    public int await(long time, TimeUnit unit) throws InterruptedException, BrokenBarrierException, TimeoutException {
        Runnable action = this.action;
        boolean last = false;
        boolean failed = false;
        boolean interrupted = false;
        boolean late = false;
        int index = 0;
        int mine = 0;
        Trine.atomic(() -> {
            Trine.await(arrived < parties || broken);
            failed = broken;
            if (!failed) {
                interrupted = Trine.interrupted();
                if (interrupted) {
                    broken = true;
                } else {
                    mine = round;
                    arrived++;
                    index = parties - arrived;
                    last = index == 0;
                    if (last && action == null) nextRound();
                }
            }
        });
        if (!failed && !interrupted && !last) {
            // One look at any later moment: either the round is over, or the time is.
            Trine.atomic(() -> {
                if (round == mine) {
                    failed = broken;
                    if (!failed) {
                        interrupted = Trine.interrupted();
                        late = !interrupted;
                    }
                    broken = true;
                }
            });
        }
        if (interrupted) throw new InterruptedException();
        if (failed) throw new BrokenBarrierException();
        if (late) throw new TimeoutException();
        if (last && action != null) act(action);
        return index;
    }

    // Inside a step.
    private void nextRound() {
        arrived = 0;
        round = (round + 1) % 4;
    }

    private void act(Runnable action) {
        boolean done = false;
        try {
            action.run();
            done = true;
        } finally {
            Trine.atomic(() -> {
                if (done) nextRound();
                else broken = true;
            });
        }
    }

    public void reset() {
        Trine.atomic(() -> {
            if (arrived > 0 && !broken) Trine.unmodelled("a barrier that is reset while threads wait");
            arrived = 0;
            broken = false;
        });
    }

    public int getParties() {
        return parties;
    }

    public int getNumberWaiting() {
        return arrived;
    }

    public boolean isBroken() {
        return broken;
    }
}
