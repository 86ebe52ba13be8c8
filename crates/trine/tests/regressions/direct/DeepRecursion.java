/** Two threads walk the same tree recursively, deeper than any bound on recursion, and count under a lock. */
public class DeepRecursion {
    private int visited;

    void walk(int depth) {
        if (depth == 0) {
            synchronized (this) {
                visited++;
            }
            return;
        }
        walk(depth - 1);
    }

    public static void main(String[] args) throws InterruptedException {
        DeepRecursion counter = new DeepRecursion();
        Thread other = new Thread(() -> counter.walk(40));
        other.start();
        counter.walk(30);
        other.join();
        assert counter.visited == 2;
    }
}
