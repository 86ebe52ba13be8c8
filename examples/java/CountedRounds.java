/** Looks a number of times at what another thread is doing, then waits for it to be done. */
public class CountedRounds {
    static volatile int progress;

    static void done() {
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            for (int part = 1; part <= 10; part++) {
                progress = part;
            }
            done();
        });
        worker.start();
        for (int look = 0; look < 60; look++) {
            if (progress > 5) {
                break;
            }
        }
        worker.join();
        assert progress == 10;
    }
}
