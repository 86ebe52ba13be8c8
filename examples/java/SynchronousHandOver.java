import java.util.concurrent.SynchronousQueue;

/** Giver and taker meet. */
public class SynchronousHandOver {
    static class Parcel {
        int weight;
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Parcel> counter = new SynchronousQueue<>();
        Thread giver = new Thread(() -> {
            Parcel parcel = new Parcel();
            parcel.weight = 5;
            try {
                counter.put(parcel);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        giver.start();
        Parcel parcel = counter.take();
        assert parcel.weight == 5;
        giver.join();
    }
}
