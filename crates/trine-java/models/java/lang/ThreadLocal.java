package java.lang;

import java.util.function.Supplier;
import trine.Trine;

// Keeps its values at the threads, each of which reaches only its own.
public class ThreadLocal<T> {
    private Supplier<? extends T> supplier;

    public ThreadLocal() {}

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        ThreadLocal<S> made = new ThreadLocal<>();
        made.supplier = supplier;
        return made;
    }

    protected T initialValue() {
        Supplier<? extends T> known = supplier;
        return known == null ? null : known.get();
    }

    public T get() {
        Entry entry = find();
        if (entry == null) {
            T first = initialValue();
            set(first);
            return first;
        }
        return (T) entry.value;
    }

    public void set(T value) {
        Entry entry = find();
        if (entry == null) {
            Thread thread = Trine.currentThread();
            entry = new Entry();
            entry.key = this;
            entry.next = thread.locals;
            thread.locals = entry;
        }
        entry.value = value;
    }

    public void remove() {
        Thread thread = Trine.currentThread();
        Entry before = null;
        Entry entry = thread.locals;
        while (entry != null && entry.key != this) {
            before = entry;
            entry = entry.next;
        }
        if (entry == null) return;
        if (before == null) thread.locals = entry.next;
        else before.next = entry.next;
    }

    private Entry find() {
        Entry entry = Trine.currentThread().locals;
        while (entry != null && entry.key != this) entry = entry.next;
        return entry;
    }

    public static class Entry {
        ThreadLocal<?> key;
        Object value;
        Entry next;
    }
}
