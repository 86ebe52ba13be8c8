package java.util.concurrent;

import trine.Trine;

// A daemon thread for each task that is handed in; a task that is waited for runs in the thread that waits.
public class ForkJoinPool extends ThreadPerTask {
    private static final ForkJoinPool COMMON = new ForkJoinPool();

    // Zero: as many as the machine has processors, which is not known.
    private final int parallelism;

    public ForkJoinPool() {
        super(null, true);
        parallelism = 0;
    }

    public ForkJoinPool(int parallelism) {
        super(null, true);
        if (parallelism <= 0) throw new IllegalArgumentException();
        this.parallelism = parallelism;
    }

    public static ForkJoinPool commonPool() {
        return COMMON;
    }

    public <T> T invoke(ForkJoinTask<T> task) {
        if (task == null) throw new NullPointerException();
        return task.invoke();
    }

    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
        if (task == null) throw new NullPointerException();
        return task.fork();
    }

    public void execute(ForkJoinTask<?> task) {
        submit(task);
    }

    public void execute(Runnable work) {
        Trine.assume("the common pool, like any other that tasks are forked in, has a thread for each task");
        super.execute(work);
    }

    public int getParallelism() {
        if (parallelism > 0) return parallelism;
        return Trine.opaque();
    }
}
