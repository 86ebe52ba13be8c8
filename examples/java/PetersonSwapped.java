/** Two lines swapped. */
public class PetersonSwapped {
    private static volatile boolean wants0 = false;
    private static volatile boolean wants1 = false;
    private static volatile int turn = 0;
    private static int inside = 0;

    static void critical() {
        inside++;
        assert inside == 1;
        inside--;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            turn = 1;
            wants0 = true;
            while (wants1 && turn == 1) Thread.onSpinWait();
            critical();
            wants0 = false;
        }).start();
        new Thread(() -> {
            turn = 0;
            wants1 = true;
            while (wants0 && turn == 0) Thread.onSpinWait();
            critical();
            wants1 = false;
        }).start();
    }
}
