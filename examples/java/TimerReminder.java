import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** Whoever waits for the reminder cancels the timer afterwards. */
public class TimerReminder {
    private static int shown;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch twice = new CountDownLatch(2);
        Timer timer = new Timer("reminders");
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                shown++;
                twice.countDown();
                if (shown == 2) cancel();
            }
        }, 100, 100);
        twice.await();
        timer.cancel();
    }
}
