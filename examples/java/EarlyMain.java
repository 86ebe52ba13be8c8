/** The program goes on without main. */
public class EarlyMain {
    private static volatile int left = 0;
    private static volatile int right = 0;

    public static void main(String[] args) {
        new Thread(() -> {
            left = right + 1;
            assert left == 1 || left == 2;
        }).start();
        new Thread(() -> {
            right = left + 1;
            assert right == 1 || right == 2;
        }).start();
    }
}
