// Nothing is cast here in the text, and the virtual machine dies of a cast.
public class UncheckedDies {
    static class Box<T> {
        T held;

        T get() {
            return held;
        }
    }

    public static void main(String[] args) {
        Box raw = new Box();
        raw.held = "text";
        Box<Integer> box = raw;
        int number = box.get();
    }
}
