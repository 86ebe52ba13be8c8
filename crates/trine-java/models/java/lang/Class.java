package java.lang;

import trine.Trine;

// Keeps which class it is. What it declares is not to be asked.
public final class Class<T> {
    private Class() {}

    public boolean isInstance(Object value) {
        return Trine.isInstance(this, value);
    }

    public T cast(Object value) {
        if (value != null && !Trine.isInstance(this, value)) throw new ClassCastException();
        return (T) value;
    }

    public String getSimpleName() {
        return Trine.className(this);
    }

    public String getName() {
        return Trine.fullClassName(this);
    }

    public String toString() {
        return Trine.opaque();
    }
}
