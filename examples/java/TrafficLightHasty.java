/** The condition was true, but nobody looked. */
public class TrafficLightHasty {
    enum Colour {
        RED, GREEN, YELLOW;

        Colour next() {
            return switch (this) {
                case RED -> GREEN;
                case GREEN -> YELLOW;
                case YELLOW -> RED;
            };
        }
    }

    private Colour colour = Colour.RED;

    synchronized void change() {
        colour = colour.next();
        notifyAll();
    }

    synchronized void pass() throws InterruptedException {
        while (colour != Colour.GREEN) wait();
    }

    public static void main(String[] args) throws InterruptedException {
        TrafficLightHasty light = new TrafficLightHasty();
        Thread car = new Thread(() -> {
            try {
                light.pass();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        car.start();
        light.change();
        light.change();
        car.join();
    }
}
