/** A hash table that doubles when it is full, used by two threads; one of them forgets the lock. */
public class OwnHashMap {
    private int[] keys = new int[2];
    private int[] values = new int[2];
    private int size;

    void put(int key, int value) {
        if (2 * size >= keys.length) {
            int[] oldKeys = keys, oldValues = values;
            keys = new int[2 * oldKeys.length];
            values = new int[2 * oldValues.length];
            size = 0;
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldKeys[i] != 0) {
                    put(oldKeys[i], oldValues[i]);
                }
            }
        }
        int at = key % keys.length;
        while (keys[at] != 0 && keys[at] != key) {
            at = (at + 1) % keys.length;
        }
        if (keys[at] == 0) {
            keys[at] = key;
            size++;
        }
        values[at] = value;
    }

    int get(int key) {
        int at = key % keys.length;
        while (keys[at] != 0) {
            if (keys[at] == key) {
                return values[at];
            }
            at = (at + 1) % keys.length;
        }
        return 0;
    }

    public static void main(String[] args) throws InterruptedException {
        OwnHashMap map = new OwnHashMap();
        Thread other = new Thread(() -> {
            for (int key = 1; key < 6; key += 2) {
                synchronized (map) {
                    map.put(key, 10 * key);
                }
            }
        });
        other.start();
        for (int key = 2; key < 6; key += 2) {
            synchronized (map) {
                map.put(key, 10 * key);
            }
        }
        other.join();
        for (int key = 1; key < 6; key++) {
            assert map.get(key) == 10 * key;
        }
    }
}
