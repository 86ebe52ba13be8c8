/** A deep structure that is looked at before it is used, without a lock in between: it may be gone. */
class CheckThenCall {
    static class Level {
        final Level below;
        Level(int depth) { below = depth == 0 ? null : new Level(depth - 1); }
        int depth() { return below == null ? 0 : 1 + below.depth(); }
    }

    private static Level current = new Level(15);

    static synchronized Level get() { return current; }

    static synchronized void clear() { current = null; }

    public static void main(String[] args) {
        new Thread(CheckThenCall::clear).start();
        if (get() != null) assert get().depth() == 15;
    }
}
