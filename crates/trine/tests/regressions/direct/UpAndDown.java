/** Nested folders that one thread walks from the top and another from the bottom, with all locks on the way. */
class UpAndDown {
    private final UpAndDown outer;
    private UpAndDown inner;
    private int visits;

    UpAndDown(UpAndDown outer, int depth) {
        this.outer = outer;
        if (depth > 0) inner = new UpAndDown(this, depth - 1);
    }

    synchronized void down() {
        visits++;
        if (inner != null) inner.down();
    }

    synchronized void up() {
        visits++;
        if (outer != null) outer.up();
    }

    UpAndDown last() { return inner == null ? this : inner.last(); }

    public static void main(String[] args) {
        UpAndDown root = new UpAndDown(null, 20);
        UpAndDown leaf = root.last();
        new Thread(root::down).start();
        new Thread(leaf::up).start();
    }
}
