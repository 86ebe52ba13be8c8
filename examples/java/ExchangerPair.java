import java.util.concurrent.Exchanger;

/** Two baskets change hands. */
public class ExchangerPair {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<String> market = new Exchanger<>();
        Thread grower = new Thread(() -> {
            try {
                String got = market.exchange("apples");
                assert got == "bread";
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        grower.start();
        String got = market.exchange("bread");
        assert got == "apples";
        grower.join();
    }
}
