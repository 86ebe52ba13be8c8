import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** As EventBus, but the list itself is walked without the lock while another thread adds to it. */
public class BrokenBus {
    private final List<IntConsumer> listeners = new ArrayList<>();

    synchronized void add(IntConsumer listener) {
        listeners.add(listener);
    }

    void send(int event) {
        for (IntConsumer listener : listeners) {
            listener.accept(event);
        }
    }

    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    public static void main(String[] args) throws InterruptedException {
        EventCount count = new EventCount();
        BrokenBus bus = new BrokenBus();
        bus.add(count::add);
        Thread registrar = new Thread(() -> bus.add(count::add));
        registrar.start();
        bus.send(depth(20));
        registrar.join();
    }

    static class EventCount {
        private int sum;

        synchronized void add(int event) {
            sum += event;
        }
    }
}
