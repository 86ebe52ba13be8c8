import java.util.concurrent.TimeUnit;

// Conversions go by the ratio of the units, and what does not fit becomes the largest number.
public class TimeUnits {
    public static void main(String[] args) {
        assert TimeUnit.SECONDS.convert(-987654321, TimeUnit.MINUTES) == -59259259260L;
        assert TimeUnit.DAYS.toNanos(1_000_000) == Long.MAX_VALUE;
        assert TimeUnit.NANOSECONDS.toMinutes(-60_000_000_001L) == -1;
    }
}
