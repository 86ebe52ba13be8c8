// What closing throws after the body has thrown is kept in what the body threw.
public class Suppressed {
    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
        }

        public void close() {
            throw new IllegalStateException(name);
        }
    }

    public static void main(String[] args) {
        try (Resource first = new Resource("first"); Resource second = new Resource("second")) {
            throw new RuntimeException("body");
        } catch (RuntimeException error) {
            assert error.getMessage().equals("body");
            assert error.getSuppressed().length == 2;
            assert error.getSuppressed()[0].getMessage().equals("second");
            assert error.getSuppressed()[1].getMessage().equals("first");
        }
    }
}
