/** A local copy cannot change. */
public class NullBetweenCopied {
    static class Session {
        void close() {
            System.out.println("closed");
        }
    }

    private static volatile Session current = new Session();

    public static void main(String[] args) {
        new Thread(() -> current = null).start();
        Session seen = current;
        if (seen != null) seen.close();
    }
}
