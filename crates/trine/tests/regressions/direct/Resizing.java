/** A hash map that doubles its table under its lock while others put. */
class Resizing {
    static class Entry {
        final int key;
        int value;
        Entry next;
        Entry(int key, int value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    static class Table {
        private Entry[] slots = new Entry[1];
        private int size;

        synchronized void put(int key, int value) {
            if (size >= slots.length) grow();
            int at = key % slots.length;
            slots[at] = new Entry(key, value, slots[at]);
            size++;
        }

        private void grow() {
            Entry[] old = slots;
            slots = new Entry[2 * old.length];
            for (Entry first : old) {
                for (Entry one = first; one != null; ) {
                    Entry next = one.next;
                    one.next = slots[one.key % slots.length];
                    slots[one.key % slots.length] = one;
                    one = next;
                }
            }
        }

        synchronized int get(int key) {
            for (Entry one = slots[key % slots.length]; one != null; one = one.next) {
                if (one.key == key) return one.value;
            }
            return -1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Table table = new Table();
        Thread odd = new Thread(() -> {
            for (int i = 1; i < 8; i += 2) table.put(i, 10 * i);
        });
        Thread even = new Thread(() -> {
            for (int i = 0; i < 8; i += 2) table.put(i, 10 * i);
        });
        odd.start();
        even.start();
        odd.join();
        even.join();
        for (int i = 0; i < 8; i++) assert table.get(i) == 10 * i;
    }
}
