import java.util.concurrent.SynchronousQueue;

/** What was given away is still written to. */
public class SynchronousHandOverLate {
    static class Parcel {
        int weight;
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Parcel> counter = new SynchronousQueue<>();
        Thread giver = new Thread(() -> {
            Parcel parcel = new Parcel();
            try {
                counter.put(parcel);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            parcel.weight = 5;
        });
        giver.start();
        Parcel parcel = counter.take();
        assert parcel.weight == 5;
        giver.join();
    }
}
