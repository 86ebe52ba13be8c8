/** Made beforehand, started if needed. */
public class StartMaybe {
    private static volatile boolean needed = false;

    public static void main(String[] args) throws InterruptedException {
        Thread helper = new Thread(() -> System.out.println("helps"));
        Thread other = new Thread(() -> needed = true);
        other.start();
        if (needed) helper.start();
        other.join();
        helper.join();
        assert needed;
    }
}
