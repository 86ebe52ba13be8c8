import java.util.*;

// What fits its format, and what does not.
public class Formats {
    public static void main(String[] args) throws Exception {
        assert String.format("%s %d %c %b%%", "a", 5L, 'c', true).equals("a 5 c true%");
        try {
            String.format("%s");
            assert false;
        } catch (MissingFormatArgumentException expected) {
        }
        try {
            String.format("%q", 1);
            assert false;
        } catch (UnknownFormatConversionException expected) {
        }
        try {
            String.format("%f", 1);
            assert false;
        } catch (IllegalFormatConversionException expected) {
        }
    }
}
