/** Producers and consumers with a bounded buffer, by wait and notifyAll. */
class Main {
    static class Buffer {
        private final int[] items = new int[2];
        private int first, count;

        synchronized void put(int item) throws InterruptedException {
            while (count == items.length) wait();
            items[(first + count++) % items.length] = item;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (count == 0) wait();
            int item = items[first];
            first = (first + 1) % items.length;
            count--;
            notifyAll();
            return item;
        }
    }

    public static void main(String[] args) {
        Buffer buffer = new Buffer();
        for (int i = 0; i < 3; i++) {
            int mine = i;
            new Thread(() -> {
                try {
                    for (int j = 0; j < 3; j++) buffer.put(mine);
                } catch (InterruptedException e) { }
            }).start();
            new Thread(() -> {
                try {
                    for (int j = 0; j < 3; j++) buffer.take();
                } catch (InterruptedException e) { }
            }).start();
        }
    }
}
