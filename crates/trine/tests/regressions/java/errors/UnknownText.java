/** Whether there is a text for a null reference depends on the compiler: neither is certain. */
public class UnknownText {
    static Object o;
    public static void main(String[] args) {
        try { o.hashCode(); } catch (NullPointerException e) { assert e.getMessage() == null; }
    }
}
