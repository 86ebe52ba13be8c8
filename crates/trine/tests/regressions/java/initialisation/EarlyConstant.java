// A final field with a constant initialiser has its value before the constructor comes to it; others do not.
public class EarlyConstant {
    static class Base {
        Base() {
            look();
        }

        void look() {}
    }

    static class Derived extends Base {
        final int constant = 4;
        final Integer box = 5;
        static int seen;

        void look() {
            seen = constant + (box == null ? 10 : 20);
        }
    }

    class Inner {}

    public static void main(String[] args) {
        Derived made = new Derived();
        assert Derived.seen == 14 && made.box == 5;
        EarlyConstant none = null;
        boolean failed = false;
        try { none.new Inner(); } catch (NullPointerException error) { failed = true; }
        assert failed;
    }
}
