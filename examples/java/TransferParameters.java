/** The order of locks is the order of arguments. */
public class TransferParameters {
    static class Account {
        private int balance = 10;
    }

    static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account left = new Account();
        Account right = new Account();
        Thread there = new Thread(() -> transfer(left, right, 1));
        Thread back = new Thread(() -> transfer(right, left, 2));
        there.start();
        back.start();
        there.join();
        back.join();
        assert left.balance + right.balance == 20;
    }
}
