package java.util;

// The text of its message is not followed.
public class IllegalFormatConversionException extends IllegalFormatException {
    IllegalFormatConversionException() {}
}
