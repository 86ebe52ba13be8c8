/** First paid, first come: not always the same person. */
public class GasStationRacy {
    static class Pump {
        private final int[] orders = new int[2];
        private int count = 0;

        synchronized void prepay(int amount) {
            orders[count] = amount;
            count++;
        }

        synchronized int fill() {
            int litres = orders[0];
            orders[0] = orders[1];
            count--;
            return litres;
        }
    }

    static class Customer extends Thread {
        private final Pump pump;
        private final int amount;

        Customer(Pump pump, int amount) {
            this.pump = pump;
            this.amount = amount;
        }

        @Override
        public void run() {
            pump.prepay(amount);
            int litres = pump.fill();
            assert litres == amount;
        }
    }

    public static void main(String[] args) {
        Pump pump = new Pump();
        new Customer(pump, 10).start();
        new Customer(pump, 20).start();
    }
}
