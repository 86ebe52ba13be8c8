import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Tasks that split and add to the same total. */
public class ForkJoinShared {
    private static class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;
        private final transient int[] data;
        private final int from;
        private final int to;
        private static int total;

        Sum(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from <= 2) {
                int sum = 0;
                for (int i = from; i < to; i++) sum += data[i];
                total += sum;
                return sum;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(data, from, middle);
            Sum right = new Sum(data, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] args) {
        int[] data = {1, 2, 3, 4, 5};
        new ForkJoinPool(2).invoke(new Sum(data, 0, data.length));
        assert Sum.total == 15;
    }
}
