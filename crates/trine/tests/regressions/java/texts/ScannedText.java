import java.util.*;

// The numbers of a text are not what somebody may type.
public class ScannedText {
    public static void main(String[] args) throws Exception {
        Scanner words = new Scanner("5 7");
        assert words.nextInt() == 5;
    }
}
