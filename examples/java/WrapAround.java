/** The largest number and one more. */
public class WrapAround {
    private byte small = Byte.MAX_VALUE - 1;
    private char letter = Character.MAX_VALUE;
    private int number = Integer.MAX_VALUE - 1;
    private long large = Long.MAX_VALUE;

    synchronized void up() {
        small += 1;
        letter++;
        number++;
        large++;
    }

    public static void main(String[] args) throws InterruptedException {
        WrapAround cells = new WrapAround();
        Thread other = new Thread(cells::up);
        other.start();
        cells.up();
        other.join();
        assert cells.small == Byte.MIN_VALUE;
        assert cells.letter == 1;
        assert cells.number == Integer.MIN_VALUE;
        assert cells.large == Long.MIN_VALUE + 1;
        assert (cells.small >>> 28) == 15 && (cells.small & 0xff) == 128;
    }
}
