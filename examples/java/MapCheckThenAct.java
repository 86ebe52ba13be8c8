import java.util.concurrent.ConcurrentHashMap;

/** get and put, and somebody between. */
public class MapCheckThenAct {
    private static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    static void count(String word) {
        Integer seen = counts.get(word);
        counts.put(word, seen == null ? 1 : seen + 1);
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
