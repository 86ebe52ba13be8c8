/** Accounts that are made as the run goes on; a transfer takes both locks in the order of its arguments. */
class LockOrder {
    static class Account {
        private int money;
        final Account next;
        Account(int money, Account next) {
            this.money = money;
            this.next = next;
        }
        void give(Account to, int sum) {
            synchronized (this) {
                synchronized (to) {
                    money -= sum;
                    to.money += sum;
                }
            }
        }
    }

    static Account chain(int length) {
        return length == 0 ? null : new Account(100, chain(length - 1));
    }

    public static void main(String[] args) {
        Account first = chain(12);
        Account second = first.next;
        new Thread(() -> first.give(second, 10)).start();
        new Thread(() -> second.give(first, 20)).start();
    }
}
