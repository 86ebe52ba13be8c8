/** Initialisers that fail: an exception is the cause of the first error, an error arrives as it is. Nothing fails. */
public class InitFails {
    static class Bad { static int v = Integer.parseInt("x"); static void touch() { } }
    static class Wrong { static { if (true) throw new Error("wrong"); } static void touch() { } }
    static class Base { static int b; static { if (true) throw new IllegalStateException("base"); } }
    static class Sub extends Base { static int s = 1; }
    public static void main(String[] args) {
        try { Bad.touch(); assert false; } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof NumberFormatException; assert e.getMessage() == null;
        }
        try { Bad.touch(); assert false; } catch (NoClassDefFoundError e) {
            assert e.getMessage().equals("Could not initialize class InitFails$Bad");
        }
        try { new Bad(); assert false; } catch (NoClassDefFoundError e) { }
        try { Wrong.touch(); assert false; } catch (Error e) { assert e.getMessage().equals("wrong"); }
        try { Wrong.touch(); assert false; } catch (NoClassDefFoundError e) { }
        try { int x = Sub.s; assert false; } catch (ExceptionInInitializerError e) { }
        try { int x = Sub.s; assert false; } catch (NoClassDefFoundError e) { assert e.getMessage().endsWith("Sub"); }
        try { int x = Base.b; assert false; } catch (NoClassDefFoundError e) { assert e.getMessage().endsWith("Base"); }
        throw new IllegalStateException("the end is reached");
    }
}
