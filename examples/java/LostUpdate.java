/** One plus one is sometimes one. */
public class LostUpdate {
    private static int count = 0;

    public static void main(String[] args) throws InterruptedException {
        Runnable increment = () -> count++;
        Thread one = new Thread(increment);
        Thread two = new Thread(increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
