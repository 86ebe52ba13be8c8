package java.util;

// Keys in the order of their declaration.
public class EnumMap<K extends Enum<K>, V> extends AbstractMap<K, V> {
    public EnumMap(Class<K> keys) {}

    int place(Object key, int count) {
        int at = 0;
        while (at < count && ((K) keyAt(at)).ordinal() < ((K) key).ordinal()) at++;
        return at;
    }
}
