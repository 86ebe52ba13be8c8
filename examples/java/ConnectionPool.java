import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

/** Connections that are borrowed and given back; a semaphore counts those that are free. */
public class ConnectionPool {
    static final class Connection implements AutoCloseable {
        private final ConnectionPool pool;
        private Thread user;

        Connection(ConnectionPool pool) {
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

    ConnectionPool(int size) {
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
        synchronized (free) {
            free.push(connection);
        }
        count.release();
    }

    public static void main(String[] args) throws InterruptedException {
        ConnectionPool pool = new ConnectionPool(2);
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
