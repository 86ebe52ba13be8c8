/** Two threads initialise a class and its subclass, each of which needs the other: they may wait for each other. */
public class InitCross {
    static class Base { static Object sub = new Sub(); static void touch() { } }
    static class Sub extends Base { static void poke() { } }
    public static void main(String[] args) {
        Thread one = new Thread(() -> Base.touch());
        Thread two = new Thread(() -> new Sub());
        one.start(); two.start();
    }
}
