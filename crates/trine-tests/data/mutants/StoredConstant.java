public class StoredConstant {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 5;
        });
        t.start();
        t.join();
        assert x == 5;
        assert (byte) (x + 295) == 44;
    }
}
