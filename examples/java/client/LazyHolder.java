/** Not safe to share. */
public class LazyHolder {
    private Object value;

    public Object get() {
        if (value == null) {
            Object made = new Object();
            value = made;
            assert value == made;
        }
        return value;
    }
}
