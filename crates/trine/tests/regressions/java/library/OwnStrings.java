import java.util.concurrent.atomic.AtomicInteger;

// Text of numbers and of new strings is followed.
public class OwnStrings {
    public static void main(String[] args) throws InterruptedException {
        assert new String(new char[] {'a', 'b', 'c'}, 1, 2).equals("bc");
        assert ("" + 1.5 + 0.25f + (1.0 / 4)).equals("1.50.250.25");
        assert Integer.toHexString(-1).equals("ffffffff") && Integer.parseInt("-7f", 16) == -127;
        AtomicInteger count = new AtomicInteger(7);
        assert count.toString().equals("7");
        Thread other = new Thread(() -> count.set(8));
        other.start();
        other.join();
        assert Character.toUpperCase('\u00e9') == '\u00c9' && !Character.isLetter('\u00f7');
    }
}
