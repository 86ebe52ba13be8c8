package java.lang;

import trine.Trine;

// The number of processors is taken to be 2. Hooks at the end are left out.
public class Runtime {
    private static final Runtime ONLY = new Runtime();

    private Runtime() {}

    public static Runtime getRuntime() {
        return ONLY;
    }

    public int availableProcessors() {
        return 2;
    }

    public long freeMemory() {
        return Trine.opaque();
    }

    public long totalMemory() {
        return Trine.opaque();
    }

    public long maxMemory() {
        return Trine.opaque();
    }

    public void gc() {}

    public void exit(int status) {
        Trine.exit();
    }

    public void halt(int status) {
        Trine.exit();
    }

    public void addShutdownHook(Thread hook) {
        Trine.unmodelled("a thread that runs at the end of the program");
    }
}
