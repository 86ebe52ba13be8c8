/** Two tests; the second one would fail. */
public class TestEntry {
    private int balance = 0;

    private synchronized void deposit(int amount) {
        balance += amount;
    }

    public void twoDeposits() throws InterruptedException {
        Thread other = new Thread(() -> deposit(1));
        other.start();
        deposit(2);
        other.join();
        assert balance == 3;
    }

    public void lostDeposit() throws InterruptedException {
        Thread other = new Thread(() -> balance += 1);
        other.start();
        deposit(2);
        other.join();
        assert balance == 3;
    }

    public static void main(String[] args) throws InterruptedException {
        new TestEntry().twoDeposits();
        new TestEntry().lostDeposit();
    }
}
