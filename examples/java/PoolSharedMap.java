import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Tasks that count in a map that is made for one thread. */
public class PoolSharedMap {
    private final Map<String, Integer> hits = new HashMap<>();

    private void hit(String page) {
        Integer old = hits.get(page);
        hits.put(page, old == null ? 1 : old + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        PoolSharedMap counter = new PoolSharedMap();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) pool.execute(() -> counter.hit("/index"));
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
        assert counter.hits.get("/index") == 2;
    }
}
