/** synchronized has its own finally. */
public class LockReleasedByError {
    private static int share = 0;

    static synchronized void divide(int people) {
        share = 100 / people;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> divide(0));
        failing.start();
        divide(4);
        failing.join();
        assert share == 25;
    }
}
