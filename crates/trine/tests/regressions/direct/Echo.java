/** An endless loop of messages, each of them a chain that was made by recursion and is taken apart by recursion. */
class Echo {
    static class Link {
        final Link rest;
        Link(Link rest) { this.rest = rest; }
    }

    static Link chain(int length) { return length == 0 ? null : new Link(chain(length - 1)); }

    static int length(Link link) { return link == null ? 0 : 1 + length(link.rest); }

    private Link message;

    synchronized void put(Link one) throws InterruptedException {
        while (message != null) wait();
        message = one;
        notifyAll();
    }

    synchronized Link take() throws InterruptedException {
        while (message == null) wait();
        Link one = message;
        message = null;
        notifyAll();
        return one;
    }

    public static void main(String[] args) throws InterruptedException {
        Echo echo = new Echo();
        new Thread(() -> {
            try {
                while (true) echo.put(chain(15));
            } catch (InterruptedException e) { }
        }).start();
        while (true) assert length(echo.take()) == 15;
    }
}
