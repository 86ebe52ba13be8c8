
// A constructor says which instance the superclass belongs to.
public class QualifiedSuper {
    static class Outer {
        int own;

        Outer(int own) {
            this.own = own;
        }

        class Inner {
            int value;

            Inner(int value) {
                this.value = value;
            }

            int sum() {
                return own + value;
            }
        }
    }

    static class Sub extends Outer.Inner {
        Sub(Outer outer) {
            outer.super(4);
        }
    }

    public static void main(String[] args) throws Exception {
        assert new Sub(new Outer(3)).sum() == 7;
        try {
            new Sub(null);
            assert false;
        } catch (NullPointerException expected) {
        }
    }
}
