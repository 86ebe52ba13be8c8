package java.lang;

import trine.Trine;

// Keeps message, cause and suppressed errors; stack traces are left out.
public class Throwable {
    private final String message;
    private Throwable cause;
    // The cause can be given once: by a constructor that takes one, or later.
    private boolean caused;
    // The text is that of the cause.
    private boolean described;
    // Those that were suppressed, the first one first; null before there is one.
    private Throwable[] suppressed;
    private boolean suppressesNone;

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
        this.suppressesNone = !suppression;
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

    public final synchronized void addSuppressed(Throwable error) {
        if (error == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", error);
        }
        if (error == null) throw new NullPointerException("Cannot suppress a null exception.");
        if (suppressesNone) return;
        Throwable[] before = suppressed;
        int count = before == null ? 0 : before.length;
        Throwable[] all = new Throwable[count + 1];
        for (int i = 0; i < count; i++) all[i] = before[i];
        all[count] = error;
        suppressed = all;
    }

    public final synchronized Throwable[] getSuppressed() {
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] copy = new Throwable[count];
        for (int i = 0; i < count; i++) copy[i] = suppressed[i];
        return copy;
    }

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
