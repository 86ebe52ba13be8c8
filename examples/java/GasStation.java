/** The pump knows whose turn it is. */
public class GasStation {
    static class Pump {
        private int customer = 0;
        private int paid = 0;

        synchronized void activate(int who, int amount) throws InterruptedException {
            while (customer != 0) wait();
            customer = who;
            paid = amount;
            notifyAll();
        }

        synchronized int fill(int who) throws InterruptedException {
            while (customer != who) wait();
            int litres = paid;
            customer = 0;
            paid = 0;
            notifyAll();
            return litres;
        }
    }

    static class Cashier {
        private final Pump pump;

        Cashier(Pump pump) {
            this.pump = pump;
        }

        synchronized void prepay(int who, int amount) throws InterruptedException {
            pump.activate(who, amount);
        }
    }

    static class Customer extends Thread {
        private final Cashier cashier;
        private final Pump pump;
        private final int number;

        Customer(Cashier cashier, Pump pump, int number) {
            this.cashier = cashier;
            this.pump = pump;
            this.number = number;
        }

        @Override
        public void run() {
            try {
                cashier.prepay(number, 10 * number);
                int litres = pump.fill(number);
                assert litres == 10 * number;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) {
        Pump pump = new Pump();
        Cashier cashier = new Cashier(pump);
        new Customer(cashier, pump, 1).start();
        new Customer(cashier, pump, 2).start();
    }
}
