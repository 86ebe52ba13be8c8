// Two methods take null, and neither is more specific.
public class Ambiguous {
    static void take(String text) {}

    static void take(Integer number) {}

    public static void main(String[] args) {
        take(null);
    }
}
