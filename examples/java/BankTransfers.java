import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Transfers between accounts, each with a lock of its own, as tasks of a pool. */
public class BankTransfers {
    static final class Account {
        private final Lock lock = new ReentrantLock();
        private int balance;

        Account(int balance) {
            this.balance = balance;
        }
    }

    private final Map<Integer, Account> accounts = new HashMap<>();

    BankTransfers(int count) {
        for (int number = 0; number < count; number++) accounts.put(number, new Account(10));
    }

    private void transfer(int from, int to, int amount) {
        Account payer = accounts.get(from);
        Account payee = accounts.get(to);
        payer.lock.lock();
        try {
            payee.lock.lock();
            try {
                payer.balance -= amount;
                payee.balance += amount;
            } finally {
                payee.lock.unlock();
            }
        } finally {
            payer.lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        BankTransfers bank = new BankTransfers(3);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<?>> transfers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int from = i;
            transfers.add(pool.submit(() -> bank.transfer(from, (from + 1) % 2, 5)));
        }
        for (Future<?> transfer : transfers) transfer.get();
        pool.shutdown();
        assert bank.accounts.get(0).balance == 10 && bank.accounts.get(1).balance == 10;
    }
}
