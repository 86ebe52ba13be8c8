package java.lang;

import trine.Trine;

// Keeps name and position of a constant.
public abstract class Enum<E extends Enum<E>> implements Comparable<E> {
    private final String name;
    private final int ordinal;

    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public static <T extends Enum<T>> T valueOf(Class<T> type, String name) {
        return Trine.opaque();
    }

    public final String name() {
        return name;
    }

    public final int ordinal() {
        return ordinal;
    }

    public final int compareTo(E other) {
        return ordinal - other.ordinal();
    }

    public final boolean equals(Object other) {
        return this == other;
    }

    public final int hashCode() {
        return Trine.opaque();
    }

    public String toString() {
        return name;
    }
}
