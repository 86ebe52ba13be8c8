import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A price and a rate come from two places, in any order. */
public class CompletableCombine {
    static int price() {
        return 20;
    }

    static CompletableFuture<Integer> rate(int price) {
        return CompletableFuture.supplyAsync(() -> price > 10 ? 2 : 1);
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(CompletableCombine::price);
        CompletableFuture<Integer> shipping = CompletableFuture.supplyAsync(() -> 5);
        CompletableFuture<Integer> total = price.thenCombine(shipping, Integer::sum);
        assert total.get() == 25;
        int rate = price.thenCompose(CompletableCombine::rate).join();
        assert rate == 2;
    }
}
