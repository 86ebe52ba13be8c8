import java.util.concurrent.Phaser;

/** Nobody is a round ahead. */
public class PhaserRounds {
    private static final Phaser phaser = new Phaser(2);
    private static final int[] done = new int[2];

    static void work(int me) {
        for (int round = 1; round <= 2; round++) {
            done[me] = round;
            phaser.arriveAndAwaitAdvance();
            assert done[1 - me] == round;
            phaser.arriveAndAwaitAdvance();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> work(0)).start();
        new Thread(() -> work(1)).start();
    }
}
