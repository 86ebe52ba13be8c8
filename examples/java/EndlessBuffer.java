/** Producers and consumers at a buffer without end, for ever. */
public class EndlessBuffer {
    private synchronized void put() {
    }

    private synchronized void get() {
    }

    static class Producer extends Thread {
        private final EndlessBuffer buffer;

        Producer(EndlessBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            while (true) {
                buffer.put();
            }
        }
    }

    static class Consumer extends Thread {
        private final EndlessBuffer buffer;

        Consumer(EndlessBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            while (true) {
                buffer.get();
            }
        }
    }

    public static void main(String[] args) {
        EndlessBuffer buffer = new EndlessBuffer();
        Producer producer1 = new Producer(buffer);
        Producer producer2 = new Producer(buffer);
        Consumer consumer1 = new Consumer(buffer);
        Consumer consumer2 = new Consumer(buffer);
        producer1.start();
        producer2.start();
        consumer1.start();
        consumer2.start();
    }
}
