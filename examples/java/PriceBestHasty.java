// Two feeds offer prices, and the best one is to be kept; but between the look and the lock, a better one may have come.
public class PriceBestHasty {
    private static final double FEE = 0.25;
    private volatile double best = 0.5;

    void offer(double price) {
        double net = price - FEE;
        if (net > best) {
            synchronized (this) {
                best = net;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PriceBestHasty board = new PriceBestHasty();
        Thread one = new Thread(() -> board.offer(1.75));
        Thread other = new Thread(() -> board.offer(9.5 / 4));
        one.start();
        other.start();
        one.join();
        other.join();
        assert board.best == 2.125;
    }
}
