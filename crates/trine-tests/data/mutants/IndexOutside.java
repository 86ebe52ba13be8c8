public class IndexOutside {
    static int i;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            i = 5;
        });
        t.start();
        t.join();
        int[] a = new int[2];
        a[i] = 1;
    }
}
