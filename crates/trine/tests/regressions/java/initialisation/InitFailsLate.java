/** A thread's failed initialisation is an error for all that come later. */
public class InitFailsLate {
    static int first, later;
    static class Bad { static int v; static { if (first >= 0) throw new IllegalStateException(); } }
    static void use() {
        try { Bad.v++; } catch (ExceptionInInitializerError e) { synchronized (InitFailsLate.class) { first++; } }
        catch (NoClassDefFoundError e) { synchronized (InitFailsLate.class) { later++; } }
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(InitFailsLate::use), two = new Thread(InitFailsLate::use);
        one.start(); two.start(); one.join(); two.join();
        assert first == 1 && later == 1;
    }
}
