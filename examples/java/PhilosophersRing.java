/** Each takes the left fork first: they can starve together. */
public class PhilosophersRing {
    static class Fork {
        private int uses;

        void use() {
            uses++;
        }
    }

    static class Philosopher extends Thread {
        private final Fork left;
        private final Fork right;

        Philosopher(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            synchronized (left) {
                synchronized (right) {
                    left.use();
                    right.use();
                }
            }
        }
    }

    public static void main(String[] args) {
        Fork fork1 = new Fork();
        Fork fork2 = new Fork();
        Fork fork3 = new Fork();
        new Philosopher(fork1, fork2).start();
        new Philosopher(fork2, fork3).start();
        new Philosopher(fork3, fork1).start();
    }
}
