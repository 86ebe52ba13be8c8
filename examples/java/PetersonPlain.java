/** Right only on paper. */
public class PetersonPlain {
    private static boolean wants0 = false;
    private static boolean wants1 = false;
    private static int turn = 0;
    private static int inside = 0;

    static void critical() {
        inside++;
        assert inside == 1;
        inside--;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            wants0 = true;
            turn = 1;
            while (wants1 && turn == 1) Thread.onSpinWait();
            critical();
            wants0 = false;
        }).start();
        new Thread(() -> {
            wants1 = true;
            turn = 0;
            while (wants0 && turn == 0) Thread.onSpinWait();
            critical();
            wants1 = false;
        }).start();
    }
}
