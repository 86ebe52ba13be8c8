import java.util.Timer;
import java.util.TimerTask;

/** The timer is never cancelled, so its thread waits for more to do. */
public class TimerForgotten {
    private static int shown;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                shown++;
            }
        }, 100);
        Thread.sleep(200);
        System.out.println(shown);
    }
}
