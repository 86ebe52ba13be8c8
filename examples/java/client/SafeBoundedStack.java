/** Safe to share. */
public class SafeBoundedStack {
    private final boolean[] items = new boolean[2];
    private int size = 0;

    public synchronized boolean push(boolean item) {
        int at = size;
        if (at == items.length) return false;
        items[at] = item;
        size = at + 1;
        assert size == at + 1;
        return true;
    }

    public synchronized boolean pop() {
        int at = size;
        if (at == 0) return false;
        size = at - 1;
        return items[at - 1];
    }
}
