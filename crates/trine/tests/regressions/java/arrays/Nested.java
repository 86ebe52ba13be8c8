// An array of arrays of text takes no array of numbers.
public class Nested {
    public static void main(String[] args) {
        Object[][] rows = new String[1][1];
        rows[0] = new Integer[1];
    }
}
