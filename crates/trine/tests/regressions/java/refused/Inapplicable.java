// No constructor takes a text.
public class Inapplicable {
    Inapplicable(int number) {}

    public static void main(String[] args) {
        new Inapplicable("text");
    }
}
