/** What is inherited and what is not, field, method and class. Nothing fails. */
public class Inherited {
    static class Base {
        private int v = 7; private int m() { return 7; } private static int s = 7;
        private static class Inner { int k() { return 7; } }
        int w = 2; int n() { return 2; } static class Open { int k() { return 2; } }
        int callsM() { return m(); }
    }
    interface Limits { int MAX = 5; default int d() { return 5; } static int st() { return 5; } }
    int v = 1; int m() { return 1; } static int s = 1;
    int w = 1; int n() { return 1; }
    static class Inner { int k() { return 1; } }
    static class Open { int k() { return 1; } }
    static int MAX = 1;
    static int st() { return 1; }
    class Sub extends Base implements Limits {
        int f() { return v; } int g() { return m(); } int h() { return s; } int i() { return new Inner().k(); }
        int j() { return w; } int l() { return n(); } int o() { return new Open().k(); } int p() { return MAX; }
        int q() { return st(); }
        int m() { return 30; }
        int both() { return m() * 100 + callsM(); }
    }
    static class Shaped extends Base { int m() { return 40; } }
    static int lambda(int v) {
        class Local extends Base { int get() { return v; } }
        java.util.function.IntSupplier one = () -> new Local().get();
        return one.getAsInt();
    }
    public static void main(String[] args) {
        Sub sub = new Inherited().new Sub();
        assert sub.f() == 1; assert sub.g() == 30; assert sub.h() == 1; assert sub.i() == 1;
        assert sub.j() == 2; assert sub.l() == 2; assert sub.o() == 2; assert sub.p() == 5; assert sub.q() == 1;
        assert sub.both() == 3007; assert new Shaped().callsM() == 7; assert ((Base) new Shaped()).m() == 7;
        assert lambda(3) == 3;
        throw new IllegalStateException("the end is reached");
    }
}
