import java.util.ArrayList;
import java.util.List;

/** Start them all, then wait for them all. */
public class ThreadsInList {
    interface Shape {
        int area();
    }

    record Square(int side) implements Shape {
        @Override
        public int area() {
            return side * side;
        }
    }

    record Bar(int length) implements Shape {
        @Override
        public int area() {
            return length;
        }
    }

    private int total = 0;

    private synchronized void add(Shape shape) {
        total += shape.area();
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadsInList sum = new ThreadsInList();
        List<Thread> threads = new ArrayList<>();
        for (Shape shape : List.of(new Square(3), new Bar(4))) {
            threads.add(new Thread(() -> sum.add(shape)));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        assert sum.total == 13;
    }
}
