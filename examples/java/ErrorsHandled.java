/** Every error finds its handler. */
public class ErrorsHandled {
    static class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        final int code;

        Refused(int code) {
            this.code = code;
        }
    }

    static class Handle implements AutoCloseable {
        static int open = 0;

        Handle() {
            open++;
        }

        void check() {
            assert open == 1;
        }

        @Override
        public void close() {
            open--;
        }
    }

    static int attempt(int kind) {
        int[] small = new int[2];
        Object text = "text";
        String nothing = null;
        try (Handle handle = new Handle()) {
            handle.check();
            switch (kind) {
                case 0:
                    return small[kind + 2];
                case 1:
                    return ((Integer) text).intValue();
                case 2:
                    return nothing.length();
                default:
                    throw new Refused(kind);
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return 10;
        } catch (ClassCastException | NullPointerException e) {
            return 20;
        } catch (Refused e) {
            return 30 + e.code;
        } finally {
            assert Handle.open == 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                System.out.println("other");
            }
        });
        other.start();
        int sum = 0;
        for (int kind = 0; kind < 4; kind++) {
            synchronized (lock) {
                sum += attempt(kind);
            }
        }
        other.join();
        assert sum == 10 + 20 + 20 + 33;
    }
}
