import java.util.concurrent.CompletableFuture;

/** One way out without an answer. */
public class CompletableNever {
    static void answer(CompletableFuture<String> promise, int question) {
        if (question == 0) return;
        promise.complete("yes");
    }

    public static void main(String[] args) {
        CompletableFuture<String> promise = new CompletableFuture<>();
        new Thread(() -> answer(promise, 0)).start();
        promise.join();
    }
}
