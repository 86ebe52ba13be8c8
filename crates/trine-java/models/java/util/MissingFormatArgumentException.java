package java.util;

// The text of its message is not followed.
public class MissingFormatArgumentException extends IllegalFormatException {
    public MissingFormatArgumentException(String what) {
        if (what == null) throw new NullPointerException();
    }
}
