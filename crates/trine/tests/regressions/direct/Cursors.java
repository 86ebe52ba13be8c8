/** Iterators over a list that was built by recursion; one thread cuts the list short under a lock that readers take, too. */
class Cursors {
    static class Item {
        final int value;
        private Item next;
        Item(int value, Item next) {
            this.value = value;
            this.next = next;
        }
    }

    static Item build(int from, int to) { return from > to ? null : new Item(from, build(from + 1, to)); }

    private final Item first = build(1, 14);

    synchronized Item after(Item item) { return item.next; }

    synchronized void cut(Item item) { item.next = null; }

    public static void main(String[] args) {
        Cursors list = new Cursors();
        new Thread(() -> list.cut(list.first)).start();
        new Thread(() -> {
            int seen = 0;
            for (Item item = list.first; item != null; item = list.after(item)) {
                seen++;
                assert item.value == seen;
            }
            assert seen == 1 || seen == 14;
        }).start();
    }
}
