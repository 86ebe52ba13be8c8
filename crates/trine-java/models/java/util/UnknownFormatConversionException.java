package java.util;

// The text of its message is not followed.
public class UnknownFormatConversionException extends IllegalFormatException {
    public UnknownFormatConversionException(String what) {
        if (what == null) throw new NullPointerException();
    }
}
