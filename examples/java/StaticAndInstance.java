/** synchronized twice, and not the same. */
public class StaticAndInstance {
    private static int count = 0;

    static synchronized void up() {
        count++;
    }

    synchronized void alsoUp() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        StaticAndInstance object = new StaticAndInstance();
        Thread one = new Thread(StaticAndInstance::up);
        Thread two = new Thread(object::alsoUp);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
