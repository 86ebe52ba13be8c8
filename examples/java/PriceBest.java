// Two feeds offer prices, and the best one is kept: it is compared and replaced under one lock.
public class PriceBest {
    private static final double FEE = 0.25;
    private double best = 0.5;

    synchronized void offer(double price) {
        double net = price - FEE;
        if (net > best) {
            best = net;
        }
    }

    synchronized double best() {
        return best;
    }

    public static void main(String[] args) throws InterruptedException {
        PriceBest board = new PriceBest();
        Thread one = new Thread(() -> board.offer(1.75));
        Thread other = new Thread(() -> board.offer(9.5 / 4));
        one.start();
        other.start();
        one.join();
        other.join();
        assert board.best() == 2.125;
    }
}
