import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// What came after Java 17, and a file without a class around its methods.
sealed interface Shape permits Circle, Square, Group {}
record Circle(int radius) implements Shape {}
record Square(int side) implements Shape {}
record Group(Shape first, Shape second) implements Shape {}
enum Mode { FAST, SLOW }

int calls = 0;
static int total;

int size(Shape shape) {
    calls++;
    return switch (shape) {
        case Circle(int r) when r > 10 -> 100;
        case Circle c -> c.radius() * 3;
        case Square(var side) -> side * side;
        case Group(Circle(int a), Circle(int b)) -> a + b;
        case Group(Shape left, Shape right) -> size(left) + size(right);
    };
}

String kind(Object o) {
    return switch (o) {
        case null -> "null";
        case Integer i when i > 5 -> "big";
        case Integer i -> "int";
        case String s -> s;
        case Mode m -> m.name();
        default -> "other";
    };
}

int modes(Mode mode) {
    switch (mode) {
        case FAST:
            return 1;
        case SLOW:
            return 2;
    }
    return 3;
}

class Base {
    final int x;
    Base(int x) { this.x = x; }
}

class Derived extends Base {
    Derived(int x) {
        int doubled = x * 2;
        super(doubled);
    }
}

void main() throws Exception {
    assert size(new Circle(11)) == 100 && size(new Circle(2)) == 6 && size(new Square(4)) == 16;
    assert size(new Group(new Circle(1), new Circle(2))) == 3;
    assert size(new Group(new Circle(1), new Square(2))) == 7;
    assert calls == 7;
    assert kind(null) == "null" && kind(7) == "big" && kind(3) == "int" && kind("s") == "s";
    assert kind(Mode.SLOW) == "SLOW" && kind(this) == "other";
    assert modes(Mode.FAST) == 1 && modes(Mode.SLOW) == 2;
    assert new Derived(4).x == 8;
    if (new Group(new Square(1), new Square(2)) instanceof Group(Square(int a), Square(int b)) && a < b) {
        total = a + b;
    }
    assert total == 3;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
        int by = i;
        threads.add(Thread.ofVirtual().unstarted(() -> total += by));
    }
    for (var thread : threads) {
        thread.start();
        thread.join();
    }
    assert total == 6;
    Runnable _ = () -> total++;
    int count = 0;
    for (var _ : threads) count++;
    assert count == 3;
    IO.println("done");
}
