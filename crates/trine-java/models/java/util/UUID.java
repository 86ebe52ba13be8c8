package java.util;

import trine.Trine;

// A fresh object each time; its digits are not followed.
public final class UUID {
    private UUID() {}

    public static UUID randomUUID() {
        return new UUID();
    }

    public static UUID fromString(String text) {
        return Trine.opaque();
    }

    public String toString() {
        return Trine.opaque();
    }
}
