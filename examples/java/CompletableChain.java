import java.util.concurrent.CompletableFuture;

/** First this, then that. */
public class CompletableChain {
    public static void main(String[] args) {
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> 20);
        CompletableFuture<Integer> taxed = price.thenApply(amount -> amount + 4);
        int total = taxed.join();
        assert total == 24;
    }
}
