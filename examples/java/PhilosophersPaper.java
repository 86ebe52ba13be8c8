/** Two philosophers who agree on which fork comes first. */
class Fork {
    private boolean isUp = false;

    synchronized void up() throws InterruptedException {
        boolean success = false;
        while (!success) {
            if (isUp) {
                this.wait();
            } else {
                isUp = true;
                success = true;
            }
        }
    }

    synchronized void down() {
        isUp = false;
        this.notifyAll();
    }
}

class Philosopher extends Thread {
    private static int eating = 0;
    private final Fork left;
    private final Fork right;
    private boolean done = false;
    private int meals = 0;

    Philosopher(Fork left, Fork right) {
        this.left = left;
        this.right = right;
    }

    @Override
    public void run() {
        try {
            while (!done) {
                left.up();
                right.up();
                startEating();
                stopEating();
                left.down();
                right.down();
            }
        } catch (InterruptedException e) {
            done = true;
        }
    }

    private void startEating() {
        assert eating == 0;
        eating++;
    }

    private void stopEating() {
        eating--;
        meals++;
        done = meals == 2;
    }
}

class Main {
    public static void main(String[] args) {
        Fork fork1 = new Fork();
        Fork fork2 = new Fork();
        Philosopher philosopher1 = new Philosopher(fork1, fork2);
        Philosopher philosopher2 = new Philosopher(fork1, fork2);
        philosopher1.start();
        philosopher2.start();
    }
}
