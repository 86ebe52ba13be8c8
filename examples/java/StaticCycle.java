/** Class initialisation has locks, too. */
public class StaticCycle {
    static class Left {
        static final Object OBJECT = new Object();
        static final Object OTHER = Right.OBJECT;
    }

    static class Right {
        static final Object OBJECT = new Object();
        static final Object OTHER = Left.OBJECT;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> System.out.println(Left.OTHER != null));
        Thread two = new Thread(() -> System.out.println(Right.OTHER != null));
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
