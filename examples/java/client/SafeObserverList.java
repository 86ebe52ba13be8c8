import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Safe to share. */
public class SafeObserverList {
    /** Somebody who wants to know. */
    public static class Observer {
        void changed() {}
    }

    private final List<Observer> observers = new CopyOnWriteArrayList<>();

    public void add(Observer observer) {
        if (observer == null) return;
        observers.add(observer);
    }

    public void fire() {
        for (Observer observer : observers) observer.changed();
    }
}
