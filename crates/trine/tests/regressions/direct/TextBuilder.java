/** Threads add words to a shared text under a lock: the order is open, the length is not. */
public class TextBuilder {
    private final StringBuilder text = new StringBuilder();

    synchronized void add(String word) {
        if (text.length() > 0) {
            text.append(' ');
        }
        text.append(word);
    }

    public static void main(String[] args) throws InterruptedException {
        TextBuilder builder = new TextBuilder();
        Thread left = new Thread(() -> builder.add("left"));
        Thread right = new Thread(() -> builder.add("right"));
        left.start();
        right.start();
        left.join();
        right.join();
        String all = builder.text.toString();
        assert all.equals("left right") || all.equals("right left");
        assert all.length() == 10;
    }
}
