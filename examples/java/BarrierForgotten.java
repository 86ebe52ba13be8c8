/** Nothing separates the phases. */
public class BarrierForgotten {
    private static final int[] halves = new int[2];

    static void work(int me) {
        halves[me] = me + 1;
        assert halves[1 - me] == 2 - me;
    }

    public static void main(String[] args) {
        new Thread(() -> work(0)).start();
        new Thread(() -> work(1)).start();
    }
}
