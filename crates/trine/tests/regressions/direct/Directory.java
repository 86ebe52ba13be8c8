/** Nested folders whose sizes are asked for while a file is added: the lock of every folder on the way, from the top. */
class Directory {
    private final Directory inner;
    private int files;

    Directory(int depth) { inner = depth == 0 ? null : new Directory(depth - 1); }

    synchronized void add(int depth) {
        if (depth == 0) files++;
        else inner.add(depth - 1);
    }

    synchronized int size() { return files + (inner == null ? 0 : inner.size()); }

    public static void main(String[] args) throws InterruptedException {
        Directory root = new Directory(20);
        Thread one = new Thread(() -> root.add(20));
        Thread two = new Thread(() -> root.add(5));
        one.start();
        two.start();
        int size = root.size();
        assert size >= 0 && size <= 2;
        one.join();
        two.join();
        assert root.size() == 2;
    }
}
