/** Five philosophers who eat for ever; the last one takes the forks the other way round. */
class Main {
    public static void main(String[] args) {
        Object[] forks = new Object[5];
        for (int i = 0; i < 5; i++) forks[i] = new Object();
        for (int i = 0; i < 5; i++) {
            Object left = forks[Math.min(i, (i + 1) % 5)];
            Object right = forks[Math.max(i, (i + 1) % 5)];
            new Thread(() -> {
                while (true) {
                    synchronized (left) {
                        synchronized (right) {
                            Thread.yield();
                        }
                    }
                }
            }).start();
        }
    }
}
