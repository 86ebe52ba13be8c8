public class Overridden {
    static class A {
        int f() {
            return 1;
        }
    }

    static class B extends A {
        @Override
        int f() {
            return 2;
        }
    }

    public static void main(String[] args) {
        A a = new B();
        assert a.f() == 2;
    }
}
