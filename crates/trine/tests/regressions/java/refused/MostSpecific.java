// All of these calls are Java: of methods of variable arity, the one with the most specific parameters is meant.
public class MostSpecific {
    static int pick(String first, Object... rest) {
        return 1;
    }

    static int pick(String first, String second, Object... rest) {
        return 2;
    }

    static int pick(Object one) {
        return 3;
    }

    static int pick(long one) {
        return 4;
    }

    interface Left {}

    interface Right {}

    static class Both implements Left, Right {}

    static class Other implements Left, Right {}

    static int side(Right right) {
        return 5;
    }

    static <T> T first(T one, T two) {
        return one;
    }

    public static void main(String[] args) {
        assert pick("a") == 3;
        assert pick("a", 1) == 1;
        assert pick("a", "b") == 2;
        assert pick('c') == 4;
        assert pick((Integer) 7) == 3;
        assert side(first(new Both(), new Other())) == 5;
        assert side(args == null ? new Both() : new Other()) == 5;
    }
}
