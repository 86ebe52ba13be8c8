/** Forks have numbers, and everybody starts with the smaller one. */
public class PhilosophersOrdered {
    static class Fork {
        final int number;
        int uses;

        Fork(int number) {
            this.number = number;
        }
    }

    static class Philosopher extends Thread {
        private final Fork first;
        private final Fork second;

        Philosopher(Fork left, Fork right) {
            first = left.number < right.number ? left : right;
            second = left.number < right.number ? right : left;
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    first.uses++;
                    second.uses++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Fork fork1 = new Fork(1);
        Fork fork2 = new Fork(2);
        Fork fork3 = new Fork(3);
        Philosopher one = new Philosopher(fork1, fork2);
        Philosopher two = new Philosopher(fork2, fork3);
        Philosopher three = new Philosopher(fork3, fork1);
        one.start();
        two.start();
        three.start();
        one.join();
        two.join();
        three.join();
        assert fork1.uses == 2 && fork2.uses == 2 && fork3.uses == 2;
    }
}
