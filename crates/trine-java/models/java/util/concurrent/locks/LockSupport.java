package java.util.concurrent.locks;

import trine.Trine;

// Each thread has one permit. Parking does not end for no reason, although Java allows it.
public class LockSupport {
    private LockSupport() {}

    public static void park() {
        Thread me = Trine.currentThread();
        Trine.atomic(() -> {
            Trine.await(me.permit || me.interrupted);
            me.permit = false;
        });
    }

    public static void park(Object blocker) {
        park();
    }

    public static void parkNanos(long nanoseconds) {
        Thread me = Trine.currentThread();
        me.permit = false;
    }

    public static void parkNanos(Object blocker, long nanoseconds) {
        parkNanos(nanoseconds);
    }

    public static void unpark(Thread thread) {
        if (thread != null) thread.permit = true;
    }
}
