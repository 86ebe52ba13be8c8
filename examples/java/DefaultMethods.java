/** Who implements it chooses the lock. */
public class DefaultMethods {
    interface Guarded {
        Object guard();

        default void run(Runnable action) {
            synchronized (guard()) {
                action.run();
            }
        }
    }

    private static final Object lock = new Object();
    private static int count = 0;

    static class Named implements Guarded {
        @Override
        public Object guard() {
            return lock;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Guarded named = new Named();
        Guarded written = () -> lock;
        Thread one = new Thread(() -> named.run(() -> count++));
        Thread two = new Thread(() -> written.run(() -> count++));
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
