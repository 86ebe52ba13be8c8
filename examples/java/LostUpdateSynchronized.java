/** Both halves of the update under one lock. */
public class LostUpdateSynchronized {
    private static int count = 0;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(LostUpdateSynchronized::increment);
        Thread two = new Thread(LostUpdateSynchronized::increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
