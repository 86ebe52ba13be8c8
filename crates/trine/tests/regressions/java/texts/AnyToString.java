import java.util.*;

// Text made of an object calls its toString, whatever its variable is declared as.
public class AnyToString {
    static int calls;

    static class Noisy {
        public String toString() {
            calls++;
            return "noisy";
        }
    }

    public static void main(String[] args) throws Exception {
        Object noisy = new Noisy();
        String text = "" + noisy;
        assert calls == 1;
        System.out.println(noisy);
        assert calls == 2;
        text += List.of(noisy);
        assert calls == 3;
        assert text.equals("noisy[noisy]");
    }
}
