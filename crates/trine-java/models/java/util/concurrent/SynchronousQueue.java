package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import trine.Trine;

// Holds nothing: keeps the offers of threads that wait to give, first one first, and how many wait to
// take. Fairness is left out.
public class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    private volatile Offer<E> first;
    private volatile int offers;
    private volatile int takers;

    public SynchronousQueue() {}

    public SynchronousQueue(boolean fair) {}

    public void put(E value) throws InterruptedException {
        if (value == null) throw new NullPointerException();
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Offer<E> mine = append(value);
            Trine.await(mine.taken || me.interrupted);
            if (!mine.taken) {
                interrupted = Trine.interrupted();
                withdraw(mine);
            }
        });
        if (interrupted) throw new InterruptedException();
    }

    public E take() throws InterruptedException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        E value = null;
        Trine.atomic(() -> {
            takers++;
            Trine.await(offers > 0 || me.interrupted);
            takers--;
            if (offers > 0) value = accept();
            else interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
        return value;
    }

    public boolean offer(E value) {
        if (value == null) throw new NullPointerException();
        boolean met = false;
        Trine.atomic(() -> {
            met = takers > offers;
            if (met) append(value);
        });
        return met;
    }

    public boolean offer(E value, long time, TimeUnit unit) throws InterruptedException {
        if (value == null) throw new NullPointerException();
        if (Trine.interrupted()) throw new InterruptedException();
        Offer<E> mine = null;
        boolean met = false;
        Trine.atomic(() -> {
            mine = append(value);
        });
        // One look at any later moment: either somebody took it, or the time is over.
        Trine.atomic(() -> {
            met = mine.taken;
            if (!met) withdraw(mine);
        });
        return met;
    }

    public E poll() {
        E value = null;
        Trine.atomic(() -> {
            if (offers > takers) value = accept();
        });
        return value;
    }

    public E poll(long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        E value = null;
        Trine.atomic(() -> {
            takers++;
        });
        // One look at any later moment: either there is an offer, or the time is over.
        Trine.atomic(() -> {
            takers--;
            if (offers > 0) value = accept();
        });
        return value;
    }

    public E peek() {
        return null;
    }

    public int size() {
        return 0;
    }

    public boolean isEmpty() {
        return true;
    }

    public int remainingCapacity() {
        return 0;
    }

    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> target, int most) {
        int count = 0;
        while (count < most) {
            E value = poll();
            if (value == null) break;
            target.add(value);
            count++;
        }
        return count;
    }

    public Iterator<E> iterator() {
        return new ArrayList<E>().iterator();
    }

    // Inside a step, like the other private methods.
    private Offer<E> append(E value) {
        Offer<E> made = new Offer<>();
        made.item = value;
        Offer<E> last = first;
        if (last == null) {
            first = made;
        } else {
            while (last.next != null) last = last.next;
            last.next = made;
        }
        offers++;
        return made;
    }

    private E accept() {
        Offer<E> taken = first;
        first = taken.next;
        offers--;
        taken.taken = true;
        return taken.item;
    }

    private void withdraw(Offer<E> mine) {
        if (first == mine) {
            first = mine.next;
        } else {
            Offer<E> before = first;
            while (before.next != mine) before = before.next;
            before.next = mine.next;
        }
        offers--;
    }

    private static class Offer<E> {
        volatile E item;
        volatile boolean taken;
        volatile Offer<E> next;
    }
}
