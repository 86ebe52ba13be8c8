/** A tree of expressions that is built by recursion and evaluated by threads; the results meet under a lock. */
class Expressions {
    interface Expression { int value(); }

    static class Number implements Expression {
        final int number;
        Number(int number) { this.number = number; }
        public int value() { return number; }
    }

    static class Sum implements Expression {
        final Expression left, right;
        Sum(Expression left, Expression right) {
            this.left = left;
            this.right = right;
        }
        public int value() { return left.value() + right.value(); }
    }

    static Expression upTo(int n) {
        return n == 0 ? new Number(0) : new Sum(new Number(n), upTo(n - 1));
    }

    private int total;

    synchronized void add(int value) { total += value; }

    synchronized int total() { return total; }

    public static void main(String[] args) throws InterruptedException {
        Expressions results = new Expressions();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int n = 12 + i;
            threads[i] = new Thread(() -> results.add(upTo(n).value()));
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        assert results.total() == 78 + 91 + 105;
    }
}
