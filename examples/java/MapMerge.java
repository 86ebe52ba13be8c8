import java.util.concurrent.ConcurrentHashMap;

/** The map does both halves. */
public class MapMerge {
    private static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    static void count(String word) {
        counts.merge(word, 1, Integer::sum);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> count("tree"));
        Thread two = new Thread(() -> count("tree"));
        one.start();
        two.start();
        one.join();
        two.join();
        assert counts.get("tree") == 2;
    }
}
