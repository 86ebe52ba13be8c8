/** The classic mistake. */
public class DoubleChecked {
    private static DoubleChecked instance;
    private final int value;

    private DoubleChecked() {
        value = 42;
    }

    static DoubleChecked get() {
        if (instance == null) {
            synchronized (DoubleChecked.class) {
                if (instance == null) instance = new DoubleChecked();
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert get().value == 42;
        });
        other.start();
        DoubleChecked mine = get();
        other.join();
        assert mine == instance;
    }
}
