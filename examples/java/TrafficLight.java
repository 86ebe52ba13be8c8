/** States as an enum, changes under a lock. */
public class TrafficLight {
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
        assert colour.ordinal() == 1;
    }

    public static void main(String[] args) throws InterruptedException {
        TrafficLight light = new TrafficLight();
        Thread car = new Thread(() -> {
            try {
                light.pass();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        car.start();
        light.change();
        car.join();
    }
}
