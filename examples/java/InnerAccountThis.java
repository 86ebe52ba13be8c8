/** One word of difference. */
public class InnerAccountThis {
    private int balance = 0;

    Thread booking(int amount) {
        return new Thread() {
            @Override
            public void run() {
                synchronized (this) {
                    balance += amount;
                }
            }
        };
    }

    public static void main(String[] args) throws InterruptedException {
        InnerAccountThis account = new InnerAccountThis();
        Thread in = account.booking(5);
        Thread out = account.booking(-3);
        in.start();
        out.start();
        in.join();
        out.join();
        assert account.balance == 2;
    }
}
