/** A circle of initialisers. */
public class StaticOrder {
    static class First {
        static int value = Second.value + 1;
    }

    static class Second {
        static int value = First.value + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        int first = First.value;
        Thread other = new Thread(() -> System.out.println(Second.value));
        other.start();
        other.join();
        assert first == 2;
        assert Second.value == 3;
    }
}
