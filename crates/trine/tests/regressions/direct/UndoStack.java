import java.util.ArrayList;
import java.util.List;

/** Changes are objects with an inverse; undoing all of them, from any thread, leads back to the start. */
public class UndoStack {
    interface Change {
        void apply();

        void revert();
    }

    private int value;
    private final List<Change> done = new ArrayList<>();

    Change plus(int amount) {
        return new Change() {
            @Override
            public void apply() {
                value += amount;
            }

            @Override
            public void revert() {
                value -= amount;
            }
        };
    }

    synchronized void perform(Change change) {
        change.apply();
        done.add(change);
    }

    synchronized void undoAll() {
        while (!done.isEmpty()) {
            done.remove(done.size() - 1).revert();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        UndoStack stack = new UndoStack();
        Thread other = new Thread(() -> {
            for (int i = 1; i <= 10; i++) {
                stack.perform(stack.plus(i));
            }
            stack.undoAll();
        });
        other.start();
        stack.perform(stack.plus(100));
        other.join();
        stack.undoAll();
        synchronized (stack) {
            assert stack.value == 0;
        }
    }
}
