/** break with a label, continue with a label. */
public class LabelledSearch {
    private static final int[][] table = {{1, 2}, {3, 4}};
    private static int found = 0;

    static void search(int wanted) {
        int row = -1;
        outer:
        for (int i = 0; i < table.length; i++) {
            for (int value : table[i]) {
                if (value > wanted) continue outer;
                if (value == wanted) {
                    row = i;
                    break outer;
                }
            }
        }
        if (row >= 0) {
            synchronized (LabelledSearch.class) {
                found += 10 * row + wanted;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> search(2));
        Thread two = new Thread(() -> search(4));
        one.start();
        two.start();
        one.join();
        two.join();
        assert found == 2 + 14;
    }
}
