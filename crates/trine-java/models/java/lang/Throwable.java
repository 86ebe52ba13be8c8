package java.lang;

import trine.Trine;

// Keeps message and cause; stack traces and suppressed errors are left out.
public class Throwable {
    private final String message;
    private Throwable cause;
    // The cause can be given once: by a constructor that takes one, or later.
    private boolean caused;
    // The text is that of the cause.
    private boolean described;

    public Throwable() {
        this.message = null;
    }

    public Throwable(String message) {
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
        this.caused = true;
    }

    public Throwable(Throwable cause) {
        this.cause = cause;
        this.caused = true;
        // Texts that a program gives its exceptions itself may change; others are looked at when they are asked for.
        if (Trine.hasOwnTexts()) {
            this.message = cause == null ? null : cause.toString();
        } else {
            this.message = null;
            this.described = true;
        }
    }

    protected Throwable(
            String message, Throwable cause, boolean suppression, boolean writableStackTrace) {
        this.message = message;
        this.cause = cause;
        this.caused = true;
    }

    public String getMessage() {
        return described && cause != null ? cause.toString() : message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public Throwable getCause() {
        return cause;
    }

    public Throwable initCause(Throwable cause) {
        if (caused) {
            String text = Trine.opaque();
            throw new IllegalStateException(text, this);
        }
        if (cause == this) throw new IllegalArgumentException("Self-causation not permitted", this);
        this.cause = cause;
        this.caused = true;
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
        return Trine.labelled(Trine.fullClassName(Trine.classOf(this)), getLocalizedMessage());
    }
}
