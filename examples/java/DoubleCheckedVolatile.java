/** The classic mistake, mended. */
public class DoubleCheckedVolatile {
    private static volatile DoubleCheckedVolatile instance;
    private final int value;

    private DoubleCheckedVolatile() {
        value = 42;
    }

    static DoubleCheckedVolatile get() {
        if (instance == null) {
            synchronized (DoubleCheckedVolatile.class) {
                if (instance == null) instance = new DoubleCheckedVolatile();
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert get().value == 42;
        });
        other.start();
        DoubleCheckedVolatile mine = get();
        other.join();
        assert mine == instance;
    }
}
