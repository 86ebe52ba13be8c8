/** Safe to share. */
public class SafeCounter {
    private int count = 0;

    public synchronized void increment() {
        int before = count;
        count++;
        assert count == before + 1;
    }

    public synchronized int get() {
        return count;
    }
}
