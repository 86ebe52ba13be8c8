package java.util.concurrent;

public enum TimeUnit {
    NANOSECONDS(1L),
    MICROSECONDS(1000L),
    MILLISECONDS(1000000L),
    SECONDS(1000000000L),
    MINUTES(60000000000L),
    HOURS(3600000000000L),
    DAYS(86400000000000L);

    private final long nanoseconds;

    TimeUnit(long nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    public void sleep(long time) throws InterruptedException {
        if (time > 0) Thread.sleep(time);
    }

    public void timedJoin(Thread thread, long time) throws InterruptedException {
        if (time > 0) thread.join(time);
    }

    // What does not fit becomes the largest number or the smallest one.
    private static long scaled(long time, long from, long to) {
        if (from <= to) return time / (to / from);
        long ratio = from / to;
        long most = Long.MAX_VALUE / ratio;
        if (time > most) return Long.MAX_VALUE;
        if (time < -most) return Long.MIN_VALUE;
        return time * ratio;
    }

    public long convert(long time, TimeUnit unit) {
        return scaled(time, unit.nanoseconds, nanoseconds);
    }

    public long toNanos(long time) {
        return scaled(time, nanoseconds, 1L);
    }

    public long toMicros(long time) {
        return scaled(time, nanoseconds, 1000L);
    }

    public long toMillis(long time) {
        return scaled(time, nanoseconds, 1000000L);
    }

    public long toSeconds(long time) {
        return scaled(time, nanoseconds, 1000000000L);
    }

    public long toMinutes(long time) {
        return scaled(time, nanoseconds, 60000000000L);
    }
}
