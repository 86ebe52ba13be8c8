package java.lang;

public class AssertionError extends Error {
    public AssertionError() {}

    public AssertionError(Object detail) {
        super((String) null);
    }

    public AssertionError(String message, Throwable cause) {
        super(message, cause);
    }
}
