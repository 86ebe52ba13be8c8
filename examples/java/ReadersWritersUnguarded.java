/** The writer is careful; the reader is not. */
public class ReadersWritersUnguarded {
    private int value = 0;

    void read() {
        int first = value;
        int second = value;
        assert first == second;
    }

    synchronized void write(int next) {
        value = next;
    }

    public static void main(String[] args) {
        ReadersWritersUnguarded shared = new ReadersWritersUnguarded();
        new Thread(shared::read).start();
        new Thread(() -> shared.write(1)).start();
    }
}
