import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Records as jobs: two workers take them until each of them is told to stop. */
public class JobQueue {
    record Job(String name, int weight) {
        Job {
            Objects.requireNonNull(name);
            if (weight < 0) throw new IllegalArgumentException("negative weight");
        }
    }

    private static void work(BlockingQueue<Job> queue, AtomicInteger done) {
        try {
            while (true) {
                Job job = queue.take();
                if (job.name().equals("STOP")) return;
                done.addAndGet(job.weight());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Job> queue = new LinkedBlockingQueue<>();
        AtomicInteger done = new AtomicInteger();
        Thread first = new Thread(() -> work(queue, done), "first");
        Thread second = new Thread(() -> work(queue, done), "second");
        first.start();
        second.start();
        for (String name : List.of("a", "bb")) queue.put(new Job(name, name.length()));
        queue.put(new Job("STOP", 0));
        queue.put(new Job("STOP", 0));
        first.join();
        second.join();
        assert done.get() == 3;
    }
}
