/** The lock travels through a constructor. */
public class LockField {
    static class Total {
        int value;
    }

    static class Counter implements Runnable {
        private final Object lock;
        private final Total total;

        Counter(Object lock, Total total) {
            this.lock = lock;
            this.total = total;
        }

        @Override
        public void run() {
            synchronized (lock) {
                total.value++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Total total = new Total();
        Object lock = new Object();
        Thread one = new Thread(new Counter(lock, total));
        Thread two = new Thread(new Counter(lock, total));
        one.start();
        two.start();
        one.join();
        two.join();
        assert total.value == 2;
    }
}
