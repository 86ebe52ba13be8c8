package java.util.concurrent;

// Conversions do not saturate.
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

    public long convert(long time, TimeUnit unit) {
        return time * unit.nanoseconds / nanoseconds;
    }

    public long toNanos(long time) {
        return time * nanoseconds;
    }

    public long toMicros(long time) {
        return time * nanoseconds / 1000L;
    }

    public long toMillis(long time) {
        return time * nanoseconds / 1000000L;
    }

    public long toSeconds(long time) {
        return time * nanoseconds / 1000000000L;
    }

    public long toMinutes(long time) {
        return time * nanoseconds / 60000000000L;
    }
}
