/** volatile is not atomic. */
public class LostUpdateVolatile {
    private static volatile int count = 0;

    static void increment() {
        int seen = count;
        count = seen + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(LostUpdateVolatile::increment);
        Thread two = new Thread(LostUpdateVolatile::increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
