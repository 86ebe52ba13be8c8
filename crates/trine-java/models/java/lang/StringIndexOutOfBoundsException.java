package java.lang;

public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {
    public StringIndexOutOfBoundsException() {}

    public StringIndexOutOfBoundsException(String message) {
        super(message);
    }

    public StringIndexOutOfBoundsException(String message, Throwable cause) {
        super(message, cause);
    }

    public StringIndexOutOfBoundsException(Throwable cause) {
        super(cause);
    }
}
