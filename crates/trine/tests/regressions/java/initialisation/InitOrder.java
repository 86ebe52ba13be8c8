/** What is initialised before what. Nothing fails. */
public class InitOrder {
    static String log = "";
    static int say(String s) { log += s; return 1; }
    interface WithDefault { int A = say("d"); default void m() { } }
    interface Without { int B = say("w"); void n(); }
    interface Above extends WithDefault { int C = say("u"); default void o() { } }
    static class Base { static int x = say("b"); static int use() { return x; } }
    static class Sub extends Base implements Above, Without { static int y = say("s"); public void n() { } }
    static class Empty extends Sub { }
    static class Constant { static final int K = 3; static final String T = "t"; static int z = say("c"); }
    interface Plain extends WithDefault { int P = say("p"); }
    public static void main(String[] args) {
        int k = Constant.K; String t = Constant.T; assert log.equals("");
        Sub[] none = new Sub[2]; assert log.equals("");
        Empty.use(); assert log.equals("b");
        int p = Plain.P; assert log.equals("bp");
        new Empty(); assert log.equals("bpdus");
        int w = Without.B; assert log.equals("bpdusw");
        throw new IllegalStateException("the end is reached");
    }
}
