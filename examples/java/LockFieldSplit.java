/** Everybody holds a lock, nobody the same. */
public class LockFieldSplit {
    static class Total {
        int value;
    }

    static class Counter implements Runnable {
        private final Total total;

        Counter(Total total) {
            this.total = total;
        }

        @Override
        public synchronized void run() {
            total.value++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Total total = new Total();
        Thread one = new Thread(new Counter(total));
        Thread two = new Thread(new Counter(total));
        one.start();
        two.start();
        one.join();
        two.join();
        assert total.value == 2;
    }
}
