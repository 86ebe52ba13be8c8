/** Safe to share. */
public class SafeLazyHolder {
    private volatile Object value;

    public Object get() {
        Object seen = value;
        if (seen == null) {
            synchronized (this) {
                seen = value;
                if (seen == null) {
                    seen = new Object();
                    value = seen;
                }
            }
        }
        assert seen == value;
        return seen;
    }
}
