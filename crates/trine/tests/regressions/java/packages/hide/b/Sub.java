package b;
public class Sub extends a.Base {
    static int n = 2;
    int m() { return 2; }
    static class Inner extends a.Base { int get() { return n; } }
    public static void main(String[] args) {
        Sub sub = new Sub();
        assert sub.m() == 2;
        assert sub.callsM() == 1;
        assert new Inner().get() == 2;
        throw new IllegalStateException("the end is reached");
    }
}
