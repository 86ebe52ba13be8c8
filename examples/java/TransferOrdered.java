/** The order of locks is the order of numbers. */
public class TransferOrdered {
    static class Account {
        private final int number;
        private int balance = 10;

        Account(int number) {
            this.number = number;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account left = new Account(1);
        Account right = new Account(2);
        Thread there = new Thread(() -> transfer(left, right, 1));
        Thread back = new Thread(() -> transfer(right, left, 2));
        there.start();
        back.start();
        there.join();
        back.join();
        assert left.balance == 11 && right.balance == 9;
    }
}
