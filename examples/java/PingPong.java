import java.util.concurrent.Semaphore;

/** Each waits for the other's stroke. */
public class PingPong {
    private static final Semaphore ping = new Semaphore(1);
    private static final Semaphore pong = new Semaphore(0);
    private static int strokes = 0;

    static void play(Semaphore mine, Semaphore theirs, int parity) {
        for (int i = 0; i < 2; i++) {
            mine.acquireUninterruptibly();
            assert strokes % 2 == parity;
            strokes++;
            theirs.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread left = new Thread(() -> play(ping, pong, 0));
        Thread right = new Thread(() -> play(pong, ping, 1));
        left.start();
        right.start();
        left.join();
        right.join();
        assert strokes == 4;
    }
}
