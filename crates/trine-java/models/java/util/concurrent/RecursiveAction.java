package java.util.concurrent;

public abstract class RecursiveAction extends ForkJoinTask<Void> {
    protected abstract void compute();

    Void perform() {
        compute();
        return null;
    }
}
