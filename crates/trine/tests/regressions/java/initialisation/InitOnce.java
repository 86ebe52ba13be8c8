/** Two threads use a class: one initialises it, the other waits; both see what it sets. Nothing fails. */
public class InitOnce {
    static int runs;
    static class Lazy { static int v = 5; static { synchronized (InitOnce.class) { runs++; } } }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> { assert Lazy.v == 5; });
        Thread two = new Thread(() -> { assert Lazy.v == 5; });
        one.start(); two.start(); one.join(); two.join();
        assert runs == 1;
    }
}
