import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A producer and a consumer of fresh messages, for ever. */
public class MessagesForEver {
    static class Message {
        final int body;

        Message(int body) {
            this.body = body;
        }
    }

    static class Producer extends Thread {
        private final BlockingQueue<Message> queue;

        Producer(BlockingQueue<Message> queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    queue.put(new Message(1));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Message> queue = new ArrayBlockingQueue<>(1);
        new Producer(queue).start();
        while (true) {
            Message message = queue.take();
            assert message.body == 1;
        }
    }
}
