package java.lang;

import trine.Trine;

// Keeps message and cause; stack traces and suppressed errors are left out.
public class Throwable {
    private final String message;
    private Throwable cause;

    public Throwable() {
        this.message = null;
    }

    public Throwable(String message) {
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
    }

    public Throwable(Throwable cause) {
        this.message = null;
        this.cause = cause;
    }

    public String getMessage() {
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public Throwable getCause() {
        return cause;
    }

    public Throwable initCause(Throwable cause) {
        this.cause = cause;
        return this;
    }

    public void printStackTrace() {}

    public final void addSuppressed(Throwable error) {}

    public Throwable fillInStackTrace() {
        return this;
    }

    public StackTraceElement[] getStackTrace() {
        return Trine.opaque();
    }

    public String toString() {
        return Trine.opaque();
    }
}
