/** The same pattern as SemaphoreNotReentrant, with a lock. */
public class ReentrantCalls {
    private int total = 0;

    synchronized void add(int amount) {
        total += amount;
    }

    synchronized void addTwice(int amount) {
        add(amount);
        add(amount);
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantCalls account = new ReentrantCalls();
        Thread other = new Thread(() -> account.addTwice(1));
        other.start();
        account.addTwice(10);
        other.join();
        assert account.total == 22;
    }
}
