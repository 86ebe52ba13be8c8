import java.util.*;

// Whether a text is one is not followed.
public class NoUuid {
    public static void main(String[] args) throws Exception {
        try {
            UUID.fromString("none");
            assert false;
        } catch (IllegalArgumentException expected) {
        }
    }
}
