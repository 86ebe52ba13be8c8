/** Looks first, speaks later. */
public class DekkerHasty {
    private static volatile boolean wants0 = false;
    private static volatile boolean wants1 = false;
    private static int inside = 0;

    static void critical() {
        inside++;
        assert inside == 1;
        inside--;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            while (wants1) Thread.onSpinWait();
            wants0 = true;
            critical();
            wants0 = false;
        }).start();
        new Thread(() -> {
            while (wants0) Thread.onSpinWait();
            wants1 = true;
            critical();
            wants1 = false;
        }).start();
    }
}
