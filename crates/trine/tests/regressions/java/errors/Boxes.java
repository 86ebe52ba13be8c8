// A box on the left is opened before the right side is evaluated, where both are numbers.
public class Boxes {
    static int calls;
    static Integer none;

    static int call() {
        calls++;
        return 1;
    }

    static Integer boxed() {
        calls++;
        return 1;
    }

    public static void main(String[] args) {
        int errors = 0;
        try { int sum = none + call(); } catch (NullPointerException error) { errors++; }
        try { int sum = none + boxed(); } catch (NullPointerException error) { errors++; }
        try { boolean same = none == call(); } catch (NullPointerException error) { errors++; }
        try { none += call(); } catch (NullPointerException error) { errors++; }
        assert errors == 4 && calls == 0;
        boolean same = none == boxed();
        try { Math.max(none, call()); } catch (NullPointerException error) { errors++; }
        assert errors == 5;
        String text = none + "" + call();
        assert !same && calls == 2;
    }
}
