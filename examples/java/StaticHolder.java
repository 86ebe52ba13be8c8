/** The class loader does the locking. */
public class StaticHolder {
    private final int value;

    private StaticHolder(int value) {
        this.value = value;
    }

    private static class Holder {
        static final StaticHolder INSTANCE = new StaticHolder(42);
    }

    static StaticHolder get() {
        return Holder.INSTANCE;
    }

    public static void main(String[] args) throws InterruptedException {
        StaticHolder[] seen = new StaticHolder[1];
        Thread other = new Thread(() -> seen[0] = get());
        other.start();
        StaticHolder mine = get();
        other.join();
        assert mine == seen[0] && mine.value == 42;
    }
}
