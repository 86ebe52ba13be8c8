/** Three threads that count in one volatile field each, and in a common one. */
class Main {
    static volatile int a, b, c, all;

    public static void main(String[] args) {
        new Thread(() -> { for (int i = 0; i < 12; i++) { a = a + 1; all = all + 1; } }).start();
        new Thread(() -> { for (int i = 0; i < 12; i++) { b = b + 1; all = all + 1; } }).start();
        new Thread(() -> { for (int i = 0; i < 2; i++) { c = c + 1; } }).start();
    }
}
