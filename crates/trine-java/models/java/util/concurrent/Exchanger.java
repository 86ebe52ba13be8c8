package java.util.concurrent;

import trine.Trine;

// Keeps the offer of the thread that came first.
public class Exchanger<V> {
    private volatile Offer offer;

    public Exchanger() {}

    public V exchange(V mine) throws InterruptedException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        V theirs = null;
        Trine.atomic(() -> {
            Offer waiting = offer;
            if (waiting != null) {
                theirs = (V) waiting.item;
                waiting.answer = mine;
                waiting.answered = true;
                offer = null;
            } else {
                Offer made = new Offer();
                made.item = mine;
                offer = made;
                Trine.await(made.answered || me.interrupted);
                if (made.answered) {
                    theirs = (V) made.answer;
                } else {
                    interrupted = Trine.interrupted();
                    offer = null;
                }
            }
        });
        if (interrupted) throw new InterruptedException();
        return theirs;
    }

    public V exchange(V mine, long time, TimeUnit unit) throws InterruptedException, TimeoutException {
        Offer made = new Offer();
        V theirs = null;
        boolean met = false;
        Trine.atomic(() -> {
            Offer waiting = offer;
            met = waiting != null;
            if (met) {
                theirs = (V) waiting.item;
                waiting.answer = mine;
                waiting.answered = true;
                offer = null;
            } else {
                made.item = mine;
                offer = made;
            }
        });
        if (!met) {
            // One look at any later moment: either there is an answer, or the time is over.
            Trine.atomic(() -> {
                met = made.answered;
                if (met) theirs = (V) made.answer;
                else offer = null;
            });
        }
        if (!met) throw new TimeoutException();
        return theirs;
    }

    private static class Offer {
        volatile Object item;
        volatile Object answer;
        volatile boolean answered;
    }
}
