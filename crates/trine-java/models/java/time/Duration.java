package java.time;

// Whole milliseconds only.
public final class Duration implements Comparable<Duration> {
    public static final Duration ZERO = new Duration(0);

    private final long milliseconds;

    private Duration(long milliseconds) {
        this.milliseconds = milliseconds;
    }

    public static Duration ofMillis(long milliseconds) {
        return new Duration(milliseconds);
    }

    public static Duration ofSeconds(long seconds) {
        return new Duration(seconds * 1000);
    }

    public static Duration ofMinutes(long minutes) {
        return new Duration(minutes * 60000);
    }

    public static Duration ofNanos(long nanoseconds) {
        return new Duration(nanoseconds / 1000000);
    }

    public long toMillis() {
        return milliseconds;
    }

    public long toNanos() {
        return milliseconds * 1000000;
    }

    public int compareTo(Duration other) {
        return Long.compare(milliseconds, other.milliseconds);
    }

    public boolean equals(Object other) {
        return other instanceof Duration && ((Duration) other).milliseconds == milliseconds;
    }
}
