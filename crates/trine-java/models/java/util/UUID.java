package java.util;

import trine.Trine;

// A fresh object each time; its digits are not followed.
public final class UUID {
    private UUID() {}

    public static UUID randomUUID() {
        return new UUID();
    }

    // Whether a text is one is not looked at.
    public static UUID fromString(String text) {
        Trine.unmodelled("UUID.fromString");
        return Trine.opaque();
    }

    public String toString() {
        return Trine.opaque();
    }
}
