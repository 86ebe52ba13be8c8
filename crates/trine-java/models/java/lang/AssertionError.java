package java.lang;

public class AssertionError extends Error {
    public AssertionError() {}

    public AssertionError(Object detail) {
        this(String.valueOf(detail), 0);
        if (detail instanceof Throwable) initCause((Throwable) detail);
    }

    public AssertionError(boolean detail) {
        this(String.valueOf(detail), 0);
    }

    public AssertionError(char detail) {
        this(String.valueOf(detail), 0);
    }

    public AssertionError(int detail) {
        this(String.valueOf(detail), 0);
    }

    public AssertionError(long detail) {
        this(String.valueOf(detail), 0);
    }

    public AssertionError(float detail) {
        this(String.valueOf(detail), 0);
    }

    public AssertionError(double detail) {
        this(String.valueOf(detail), 0);
    }

    public AssertionError(String message, Throwable cause) {
        super(message, cause);
    }

    // With this text, and no cause so far.
    private AssertionError(String message, int none) {
        super(message);
    }
}
