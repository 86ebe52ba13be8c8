package java.util;

import trine.Trine;

// Iterates as the real one does: one bucket of the table after another, and in a bucket in the order in which keys
// came. Where a hash code is not followed, such as that of an object that has none of its own, any order is possible;
// it stays as it is while the table grows. Programs that never iterate do not ask for hash codes.
public class HashMap<K, V> extends AbstractMap<K, V> {
    private static final String ORDER = "the order of hash tables";
    // More keys than this in one bucket are kept in another way.
    private static final int CROWDED = 8;

    // How many buckets there are; 0 while nothing was put into it.
    private int buckets;
    // How many there are to be then, and up to how many keys.
    private int wanted = 16;
    private final float load;

    public HashMap() {
        this(16, 0.75f);
    }

    public HashMap(int capacity) {
        this(capacity, 0.75f);
    }

    public HashMap(int capacity, float load) {
        if (capacity < 0 || load <= 0 || load != load) throw new IllegalArgumentException();
        this.load = load;
        this.wanted = roomFor(capacity);
    }

    public HashMap(Map<? extends K, ? extends V> others) {
        this(16, 0.75f);
        putAll(others);
    }

    public static int roomFor(int capacity) {
        int room = 1;
        while (room < capacity) room += room;
        return room;
    }

    public void putAll(Map<? extends K, ? extends V> others) {
        if (Trine.isNoted(ORDER)) {
            int count = others.size();
            if (buckets == 0) {
                int room = roomFor((int) (count / load + 1.0f));
                if (count > 0 && room > (int) (wanted * load)) wanted = room;
            } else {
                while (count > (int) (buckets * load)) spread();
            }
        }
        super.putAll(others);
    }

    // Whether the order is that of hash codes.
    boolean isHashed() {
        return true;
    }

    boolean asksLate() {
        return true;
    }

    void iterated() {
        Trine.note(ORDER);
    }

    int place(Object key, int count) {
        if (!isHashed() || !Trine.isNoted(ORDER)) return count;
        if (buckets == 0) buckets = wanted;
        int mine = bucket(key);
        int at = count;
        int beside = 0;
        boolean followed = Trine.isFollowed(mine);
        for (int i = count - 1; i >= 0 && followed; i--) {
            int other = bucket(keyAt(i));
            followed = Trine.isFollowed(other);
            if (other > mine) at = i;
            if (other == mine) beside++;
        }
        if (!followed) {
            at = 0;
            while (at < count && Trine.choose(0, 1) == 1) at++;
        } else if (beside >= CROWDED) {
            Trine.unmodelled("the order of more than 8 keys in one bucket of a hash table");
        }
        return at;
    }

    void added() {
        if (isHashed() && Trine.isNoted(ORDER) && size() > (int) (buckets * load)) spread();
    }

    // Twice as many buckets; keys that stay together keep their order.
    private void spread() {
        buckets += buckets;
        int count = size();
        for (int i = 1; i < count; i++) {
            int mine = bucket(keyAt(i));
            int at = i;
            while (at > 0 && Trine.isFollowed(mine) && isAfter(bucket(keyAt(at - 1)), mine)) at--;
            if (at < i) shift(i, at);
        }
    }

    private boolean isAfter(int other, int mine) {
        return Trine.isFollowed(other) && other > mine;
    }

    private int bucket(Object key) {
        if (key == null) return 0;
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & (buckets - 1);
    }
}
