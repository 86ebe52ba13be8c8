/** A tree of expressions, evaluated recursively by two threads that share a counter of steps. */
public class Interpreter {
    private static int steps;

    sealed interface Expr permits Number, Sum, Twice { }

    record Number(int value) implements Expr { }

    record Sum(Expr left, Expr right) implements Expr { }

    record Twice(Expr inner) implements Expr { }

    static int value(Expr expr) {
        if (expr instanceof Number number) {
            synchronized (Interpreter.class) {
                steps++;
            }
            return number.value();
        }
        if (expr instanceof Sum sum) {
            return value(sum.left()) + value(sum.right());
        }
        return 2 * value(((Twice) expr).inner());
    }

    static Expr build(int depth) {
        return depth == 0 ? new Number(1) : new Twice(depth == 8 ? new Sum(build(7), new Number(3)) : build(depth - 1));
    }

    public static void main(String[] args) throws InterruptedException {
        Expr expr = build(16);
        int[] got = new int[1];
        Thread other = new Thread(() -> got[0] = value(expr));
        other.start();
        int mine = value(expr);
        other.join();
        assert mine == got[0];
        synchronized (Interpreter.class) {
            assert steps == 4;
        }
    }
}
