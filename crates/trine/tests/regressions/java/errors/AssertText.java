/** What an assertion says is the text of its error, and an exception that it says is the cause. */
public class AssertText {
    static int n;
    public static void main(String[] args) {
        int seen = 0;
        try { assert n > 0 : "n is " + n; } catch (AssertionError e) { if (e.getMessage().equals("n is 0")) seen++; }
        try { assert n > 0; } catch (AssertionError e) { if (e.getMessage() == null) seen++; }
        Error why = new Error("why");
        try { assert n > 0 : why; } catch (AssertionError e) { if (e.getCause() == why) seen++; }
        if (seen == 3) throw new IllegalStateException();
    }
}
