import java.util.concurrent.CompletableFuture;

/** Two callbacks add to one number: each is run by whoever completes its future. */
public class CompletableTally {
    private static int tally;

    public static void main(String[] args) {
        CompletableFuture<Void> left = CompletableFuture.supplyAsync(() -> 1).thenAccept(CompletableTally::add);
        CompletableFuture<Void> right = CompletableFuture.supplyAsync(() -> 2).thenAccept(CompletableTally::add);
        CompletableFuture.allOf(left, right).join();
        assert tally == 3;
    }

    private static void add(int number) {
        tally += number;
    }
}
