/** A chain that is built by recursion and walked by two threads; one of them unlinks a node without a lock. */
class LongChain {
    static class Link {
        Link next;
        final int depth;
        Link(int depth) {
            this.depth = depth;
            if (depth < 20) next = new Link(depth + 1);
        }
        int length() { return next == null ? 1 : 1 + next.length(); }
    }

    public static void main(String[] args) {
        Link first = new Link(1);
        new Thread(() -> first.next = null).start();
        new Thread(() -> {
            int length = first.length();
            assert length == 1 || length == 20;
        }).start();
    }
}
