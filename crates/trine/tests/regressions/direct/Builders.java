/** Builders that hand on parts of what they build; the last one publishes it. */
class Builders {
    static class Part {
        final String name;
        final Part rest;
        Part(String name, Part rest) {
            this.name = name;
            this.rest = rest;
        }
    }

    static class Builder {
        private Part parts;
        Builder with(String name) {
            parts = new Part(name, parts);
            return this;
        }
        Part build() { return parts; }
    }

    private static Part published;
    private static final Object lock = new Object();

    static int count(Part part) { return part == null ? 0 : 1 + count(part.rest); }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int parts = 14 + i;
            threads[i] = new Thread(() -> {
                Builder builder = new Builder();
                for (int j = 0; j < parts; j++) builder.with("part");
                synchronized (lock) {
                    if (published == null) published = builder.build();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        int count = count(published);
        assert count == 14 || count == 15;
    }
}
