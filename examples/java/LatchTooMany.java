import java.util.concurrent.CountDownLatch;

/** Nobody will count down the third time. */
public class LatchTooMany {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch finish = new CountDownLatch(3);
        new Thread(finish::countDown).start();
        new Thread(finish::countDown).start();
        finish.await();
    }
}
