/** Many read at once, one writes alone. */
public class ReadersWritersMonitor {
    private int readers = 0;
    private boolean writing = false;
    private int value = 0;

    private synchronized void startRead() throws InterruptedException {
        while (writing) wait();
        readers++;
    }

    private synchronized void endRead() {
        readers--;
        if (readers == 0) notifyAll();
    }

    private synchronized void startWrite() throws InterruptedException {
        while (writing || readers > 0) wait();
        writing = true;
    }

    private synchronized void endWrite() {
        writing = false;
        notifyAll();
    }

    void read() {
        try {
            startRead();
            int first = value;
            int second = value;
            assert first == second;
            endRead();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void write(int next) {
        try {
            startWrite();
            value = next;
            endWrite();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        ReadersWritersMonitor shared = new ReadersWritersMonitor();
        new Thread(shared::read).start();
        new Thread(shared::read).start();
        new Thread(() -> shared.write(1)).start();
    }
}
