/** Not safe to share. */
public class ObserverList {
    /** Somebody who wants to know. */
    public static class Observer {
        void changed() {}
    }

    private final Observer[] observers = new Observer[4];
    private int count = 0;

    public void add(Observer observer) {
        if (observer == null || count == 4) return;
        int at = count;
        count = at + 1;
        observers[at] = observer;
    }

    public void fire() {
        int known = count;
        for (int i = 0; i < known; i++) observers[i].changed();
    }
}
