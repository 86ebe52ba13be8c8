/** One second is not for ever. */
public class TimedJoinTrusted {
    private static int result = 0;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = 42);
        worker.start();
        worker.join(1000);
        assert result == 42;
    }
}
