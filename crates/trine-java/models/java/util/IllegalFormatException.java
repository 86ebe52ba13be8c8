package java.util;

// The text of its message is not followed.
public class IllegalFormatException extends IllegalArgumentException {
}
