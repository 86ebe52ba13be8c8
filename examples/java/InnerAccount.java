/** The same lock, from three classes. */
public class InnerAccount {
    private int balance = 0;

    class Deposit extends Thread {
        private final int amount;

        Deposit(int amount) {
            this.amount = amount;
        }

        @Override
        public void run() {
            synchronized (InnerAccount.this) {
                balance += amount;
            }
        }
    }

    Thread withdrawal(int amount) {
        return new Thread() {
            @Override
            public void run() {
                synchronized (InnerAccount.this) {
                    balance -= amount;
                }
            }
        };
    }

    public static void main(String[] args) throws InterruptedException {
        InnerAccount account = new InnerAccount();
        Thread in = account.new Deposit(5);
        Thread out = account.withdrawal(3);
        in.start();
        out.start();
        in.join();
        out.join();
        assert account.balance == 2;
    }
}
