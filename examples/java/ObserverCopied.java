import java.util.ArrayList;
import java.util.List;

/** First let go, then call. */
public class ObserverCopied {
    static class Subject {
        private final List<Runnable> observers = new ArrayList<>();
        private int value = 0;

        synchronized void observe(Runnable observer) {
            observers.add(observer);
        }

        void set(int next) {
            List<Runnable> copy;
            synchronized (this) {
                value = next;
                copy = new ArrayList<>(observers);
            }
            for (Runnable observer : copy) observer.run();
        }

        synchronized int get() {
            return value;
        }
    }

    static class Screen {
        private int shown = 0;

        synchronized void refresh() {
            shown++;
        }

        synchronized void draw(Subject subject) {
            shown = subject.get();
        }
    }

    public static void main(String[] args) {
        Subject subject = new Subject();
        Screen screen = new Screen();
        subject.observe(screen::refresh);
        new Thread(() -> subject.set(1)).start();
        screen.draw(subject);
    }
}
