import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

/** Connections that are counted as free before they are given back. */
public class ConnectionPoolEarly {
    static final class Connection implements AutoCloseable {
        private final ConnectionPoolEarly pool;
        private Thread user;

        Connection(ConnectionPoolEarly pool) {
            this.pool = pool;
        }

        void query() {
            assert user == null : "somebody else uses it";
            user = Thread.currentThread();
            user = null;
        }

        @Override
        public void close() {
            pool.giveBack(this);
        }
    }

    private final Deque<Connection> free = new ArrayDeque<>();
    private final Semaphore count;

    ConnectionPoolEarly(int size) {
        count = new Semaphore(size);
        for (int i = 0; i < size; i++) free.push(new Connection(this));
    }

    Connection borrow() throws InterruptedException {
        count.acquire();
        synchronized (free) {
            return free.pop();
        }
    }

    private void giveBack(Connection connection) {
        count.release();
        synchronized (free) {
            free.push(connection);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConnectionPoolEarly pool = new ConnectionPoolEarly(2);
        Thread[] users = new Thread[3];
        for (int i = 0; i < users.length; i++) {
            users[i] = new Thread(() -> {
                try (Connection connection = pool.borrow()) {
                    connection.query();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            users[i].start();
        }
        for (Thread user : users) user.join();
    }
}
