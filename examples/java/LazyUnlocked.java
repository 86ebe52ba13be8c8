/** Look, then make: others come between. */
public class LazyUnlocked {
    private static LazyUnlocked instance;

    static LazyUnlocked get() {
        if (instance == null) instance = new LazyUnlocked();
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        LazyUnlocked[] seen = new LazyUnlocked[2];
        Thread one = new Thread(() -> seen[0] = get());
        Thread two = new Thread(() -> seen[1] = get());
        one.start();
        two.start();
        one.join();
        two.join();
        assert seen[0] == seen[1];
    }
}
