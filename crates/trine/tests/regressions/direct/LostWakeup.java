import java.util.ArrayDeque;
import java.util.Deque;

/** Jobs are objects that make jobs; the last notification can come before the worker waits. */
public class LostWakeup {
    static class Job {
        final int depth;

        Job(int depth) {
            this.depth = depth;
        }
    }

    private final Deque<Job> jobs = new ArrayDeque<>();

    boolean isEmpty() {
        synchronized (jobs) {
            return jobs.isEmpty();
        }
    }

    void add(Job job) {
        synchronized (jobs) {
            jobs.push(job);
            jobs.notify();
        }
    }

    Job take() throws InterruptedException {
        if (isEmpty()) {
            synchronized (jobs) {
                jobs.wait();
            }
        }
        synchronized (jobs) {
            return jobs.isEmpty() ? null : jobs.pop();
        }
    }

    static int nested(int depth) {
        return depth == 0 ? 1 : nested(depth - 1);
    }

    public static void main(String[] args) throws InterruptedException {
        LostWakeup queue = new LostWakeup();
        Thread worker = new Thread(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }, "worker");
        worker.start();
        queue.add(new Job(nested(30)));
        worker.join();
    }
}
