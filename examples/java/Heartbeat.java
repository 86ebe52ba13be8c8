/** A clock that ticks for ever, and between two ticks waits for a slow line to be ready. */
public class Heartbeat {
    private static volatile boolean ready;

    private synchronized void tick() {
    }

    static class Clock extends Thread {
        private final Heartbeat heart;

        Clock(Heartbeat heart) {
            this.heart = heart;
        }

        @Override
        public void run() {
            while (true) {
                heart.tick();
                while (!ready) {
                    Thread.yield();
                }
            }
        }
    }

    public static void main(String[] args) {
        Clock clock = new Clock(new Heartbeat());
        clock.start();
        ready = true;
    }
}
