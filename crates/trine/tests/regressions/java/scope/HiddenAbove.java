// A private field is not inherited, and hides the one above it all the same: the name means the enclosing instance's.
public class HiddenAbove {
    static class Grand {
        protected static int value = 1;
    }

    static class Parent extends Grand {
        private int value = 2;
    }

    static class Outer {
        int value = 3;

        int look() {
            return new Parent() {
                int seen() {
                    return value;
                }
            }.seen();
        }
    }

    record Point(double x) {}

    static int length(String text) {
        return text.length();
    }

    public static void main(String[] args) {
        assert new Outer().look() == 3;
        assert new Point(0.0 / 0.0).equals(new Point(0.0 / 0.0));
        assert !new Point(0.0).equals(new Point(-0.0));
        String none = null;
        boolean failed = false;
        try {
            java.util.function.Supplier<Integer> reference = none::length;
        } catch (NullPointerException error) {
            failed = true;
        }
        assert failed;
    }
}
