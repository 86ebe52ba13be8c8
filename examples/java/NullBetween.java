/** Look and use are two reads. */
public class NullBetween {
    static class Session {
        void close() {
            System.out.println("closed");
        }
    }

    private static volatile Session current = new Session();

    public static void main(String[] args) {
        new Thread(() -> current = null).start();
        if (current != null) current.close();
    }
}
