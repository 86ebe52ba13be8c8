package java.lang;

import trine.Trine;

// Keeps the monitor and its wait set. The text and the hash code of an object are not followed.
public class Object {
    public Object() {}

    public final void wait() throws InterruptedException {
        Trine.wait(this);
    }

    public final void wait(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException();
        if (milliseconds == 0) Trine.wait(this);
        else Trine.timedWait(this);
    }

    public final void wait(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0 || nanoseconds < 0) throw new IllegalArgumentException();
        if (milliseconds == 0 && nanoseconds == 0) Trine.wait(this);
        else Trine.timedWait(this);
    }

    public final void notify() {
        Trine.notify(this);
    }

    public final void notifyAll() {
        Trine.notifyAll(this);
    }

    public boolean equals(Object other) {
        return this == other;
    }

    public int hashCode() {
        return Trine.opaque();
    }

    public String toString() {
        return Trine.opaque();
    }

    public final Class<?> getClass() {
        return Trine.classOf(this);
    }
}
