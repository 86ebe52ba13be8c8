/** Fork and join: each half is added up by a thread of its own, and asked for too early. */
class DivideEarly {
    static int sum(int from, int to) { return from == to ? from : from + sum(from + 1, to); }

    static class Half extends Thread {
        final int from, to;
        private int result;
        Half(int from, int to) {
            this.from = from;
            this.to = to;
        }
        public void run() { result = sum(from, to); }
        int result() throws InterruptedException {
            return result;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Half left = new Half(1, 20);
        Half right = new Half(21, 40);
        left.start();
        right.start();
        assert left.result() + right.result() == 820;
    }
}
