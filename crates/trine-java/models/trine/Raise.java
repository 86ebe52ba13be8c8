package trine;

// The errors that statements raise by themselves: a new one each time, with the text that the virtual machine gives it.
// Where that depends on how the program was compiled, or on which of several operations it was, the text is unknown.
final class Raise {
    static void reference() {
        String text = Trine.opaque();
        throw new NullPointerException(text);
    }

    static void index(int index, int length) {
        throw new ArrayIndexOutOfBoundsException(
            "Index " + index + " out of bounds for length " + length);
    }

    static void division() {
        throw new ArithmeticException("/ by zero");
    }

    static void length(int length) {
        throw new NegativeArraySizeException("" + length);
    }

    static void cast() {
        String text = Trine.opaque();
        throw new ClassCastException(text);
    }

    static void element() {
        String text = Trine.opaque();
        throw new ArrayStoreException(text);
    }

    static void assertion(String text) {
        throw new AssertionError(text, 0);
    }

    static void monitor() {
        String text = Trine.opaque();
        throw new IllegalMonitorStateException(text);
    }

    static void threadState() {
        String none = null;
        throw new IllegalThreadStateException(none);
    }

    static void interruption() {
        String text = Trine.opaque();
        throw new InterruptedException(text);
    }

    static void initialisation(String name) {
        Throwable cause = Trine.opaque();
        throw new NoClassDefFoundError("Could not initialize class " + name, cause);
    }
}
