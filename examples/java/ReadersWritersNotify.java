/** notify where notifyAll is needed. */
public class ReadersWritersNotify {
    private boolean writing = true;

    private synchronized void read() {
        try {
            while (writing) wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void endWrite() {
        writing = false;
        notify();
    }

    public static void main(String[] args) {
        ReadersWritersNotify shared = new ReadersWritersNotify();
        new Thread(shared::read).start();
        new Thread(shared::read).start();
        shared.endWrite();
    }
}
