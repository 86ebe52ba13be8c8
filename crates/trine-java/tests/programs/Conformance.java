import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Asserts what Java says about one thread; runs on a real JVM with -ea as well. */
public class Conformance {
    static int counter;
    static final int LIMIT = 3 * 4 + 1;
    static final long BIG = 1L << 40;
    static final String NAME = "a" + LIMIT;
    static StringBuilder unused = new StringBuilder();
    static int[] log = new int[64];
    static int logged;

    static int note(int value) {
        log[logged++] = value;
        return value;
    }

    static void expect(int... values) {
        assert logged == values.length : logged;
        for (int i = 0; i < values.length; i++) {
            assert log[i] == values[i];
        }
        logged = 0;
    }

    // Numbers.
    static void numbers() {
        int max = Integer.MAX_VALUE;
        assert max + 1 == Integer.MIN_VALUE;
        byte b = (byte) 200;
        assert b == -56;
        b += 100;
        assert b == 44;
        b <<= 2;
        assert b == -80;
        short s = (short) 70000;
        assert s == 4464;
        char c = 'a';
        c++;
        assert c == 'b';
        c += 1;
        assert c == 99;
        assert (char) -1 == 65535;
        long l = max;
        l = l + 1;
        assert l == 2147483648L;
        assert (int) l == Integer.MIN_VALUE;
        assert BIG == 1099511627776L && (1 << 40) == 256;
        assert -7 / 2 == -3 && -7 % 2 == -1;
        int minus = -7;
        assert minus >> 1 == -4 && minus >>> 28 == 15 && minus << 1 == -14;
        assert (minus & 0xff) == 249 && (minus ^ 3) == -6 && ~minus == 6;
        long wide = -7L;
        assert wide >>> 60 == 15L;
        assert 0x7fff_ffff == max && 0b1010 == 10 && 017 == 15 && 0xFFFFFFFF == -1;
        double d = 7 / 2;
        assert d == 3.0;
        d = 7 / 2.0;
        assert d == 3.5 && (int) d == 3 && (int) -3.9 == -3 && (long) 1e30 == Long.MAX_VALUE;
        float f = 0.1f;
        assert f != 0.1 && f + 0.2f > 0.3;
        int i = 5;
        i *= 2.5;
        assert i == 12;
        i = i++ + ++i;
        assert i == 26;
        int k = 1;
        k += k++ * 2 + k;
        assert k == 5;
        int zero = 0;
        boolean caught = false;
        try {
            k = k / zero;
        } catch (ArithmeticException e) {
            caught = true;
        }
        assert caught && k == 5;
        assert 'a' + 1 == 98 && (char) ('a' + 1) == 'b';
        boolean t = true, u = false;
        assert (t ^ u) && (t | u) && !(t & u) && t != u;
        t &= u;
        assert !t;
        final int constant = 10;
        byte fits = constant;
        assert fits == 10;
        assert (5 > 3 ? 1 : 2) == 1;
        long mixed = i > 3 ? 1 : 2L;
        assert mixed == 1L;
    }

    // Order of evaluation.
    static void order() {
        int[] a = {0, 0, 0};
        int i = 0;
        a[i] = i = 2;
        assert a[0] == 2 && i == 2 && a[2] == 0;
        i = 0;
        a[i++] = a[i] + i++;
        assert i == 2 && a[0] == 1;
        int x = 3;
        assert x + (x = 5) * x == 28;
        note(note(1) + note(2) * note(3));
        expect(1, 2, 3, 7);
        boolean r = note(1) == 2 && note(2) == 2 || note(3) == 3;
        assert r;
        expect(1, 3);
        int y = note(0) == 0 ? note(5) : note(6);
        assert y == 5;
        expect(0, 5);
        add(note(1), note(2), note(3));
        expect(1, 2, 3);
        int z = 1;
        z = add(z, z = 4, z++);
        assert z == 9;
        int[] shared = {1, 2};
        int[] before = shared;
        shared[0] += (shared = new int[] {7, 8})[0];
        assert before[0] == 8 && shared[0] == 7;
    }

    static int add(int a, int b, int c) {
        return a + b + c;
    }

    // Control.
    static void control() {
        int sum = 0;
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; ; j++) {
                if (j == i) continue outer;
                if (i == 4) break outer;
                sum += j;
            }
        }
        assert sum == 4;
        int n = 0;
        do {
            n++;
            if (n == 2) continue;
            if (n > 4) break;
        } while (n < 10);
        assert n == 5;
        block: {
            if (n == 5) break block;
            n = 0;
        }
        assert n == 5;
        int total = 0;
        for (int i = 0, j = 10; i < j; i += 2, j--) total += j - i;
        assert total == 22;
        while (true) {
            if (n-- < 0) break;
        }
        assert n == -2;
    }

    static int oldSwitch(int x) {
        int r = 0;
        switch (x) {
            case 1:
                r += 1;
            case 2:
            case 3:
                r += 10;
                break;
            default:
                r += 100;
            case 7:
                r += 1000;
        }
        return r;
    }

    enum Color {
        RED, GREEN(5) {
            @Override int weight() {
                return super.weight() * 2;
            }
        }, BLUE(7);

        static int made;
        final int base;

        Color() {
            this(1);
        }

        Color(int base) {
            this.base = base;
        }

        int weight() {
            return base;
        }
    }

    static int colorSwitch(Color c) {
        return switch (c) {
            case RED -> 1;
            case GREEN, BLUE -> {
                int w = c.weight();
                yield w + 1;
            }
        };
    }

    static String words(String s) {
        switch (s) {
            case "one": return "1";
            case "two": return "2";
            default: return "many";
        }
    }

    static int yields(int k) {
        int v = switch (k) {
            case 1:
                yield 10;
            case 2: {
                yield 20;
            }
            default:
                yield 30;
        };
        return v;
    }

    static void switches() {
        assert oldSwitch(1) == 11 && oldSwitch(2) == 10 && oldSwitch(3) == 10;
        assert oldSwitch(9) == 1100 && oldSwitch(7) == 1000;
        assert colorSwitch(Color.RED) == 1 && colorSwitch(Color.GREEN) == 11;
        assert colorSwitch(Color.BLUE) == 8;
        assert words("two") == "2" && words("x") == "many";
        assert yields(1) == 10 && yields(2) == 20 && yields(3) == 30;
        assert Color.values().length == 3 && Color.values()[2] == Color.BLUE;
        assert Color.valueOf("GREEN") == Color.GREEN && Color.GREEN.ordinal() == 1;
        assert Color.RED.name() == "RED" && Color.RED.compareTo(Color.BLUE) < 0;
        boolean caught = false;
        try {
            colorSwitch(null);
        } catch (NullPointerException e) {
            caught = true;
        }
        assert caught;
        Color c = Color.BLUE;
        int seen = 0;
        switch (c) {
            case RED -> seen = 1;
            case BLUE -> seen = 2;
            default -> seen = 3;
        }
        assert seen == 2;
    }

    // Classes.
    static abstract class Shape {
        static int made;
        final int id = ++made;
        int sides = 1;

        {
            sides++;
        }

        Shape() {
            init();
        }

        void init() {}

        abstract int area();

        int twice() {
            return area() * 2;
        }
    }

    static class Square extends Shape {
        int side = 3;

        Square() {
            super();
            side += 1;
        }

        Square(int side) {
            this();
            this.side = side;
        }

        @Override void init() {
            // The field initialiser has not run yet.
            assert side == 0;
            side = 99;
        }

        int area() {
            return side * side;
        }
    }

    interface Named {
        int SIZE = 4;

        default int size() {
            return SIZE + extra();
        }

        int extra();

        static Named of(int n) {
            return () -> n;
        }
    }

    static class Both extends Square implements Named, Comparable<Both> {
        public int extra() {
            return 2;
        }

        public int size() {
            return Named.super.size() + 100;
        }

        @Override int area() {
            return super.area() + 1;
        }

        public int compareTo(Both other) {
            return side - other.side;
        }
    }

    static void classes() {
        Square s = new Square();
        assert s.side == 4 && s.sides == 2 && s.twice() == 32;
        assert new Square(6).area() == 36;
        Both b = new Both();
        Shape shape = b;
        Named named = b;
        assert shape.area() == 17 && shape.twice() == 34 && named.size() == 106;
        assert Named.of(5).size() == 9 && Named.of(5).extra() == 5;
        Comparable<Both> comparable = b;
        assert comparable.compareTo(b) == 0;
        assert shape instanceof Named && !(s instanceof Named);
        Object o = s;
        boolean caught = false;
        try {
            Both wrong = (Both) o;
        } catch (ClassCastException e) {
            caught = true;
        }
        assert caught;
        assert Shape.made == 3;
        assert overload(1) == 1 && overload(1L) == 2 && overload('c') == 1 && overload(1.0) == 3;
        assert overload(Integer.valueOf(3)) == 4 && overload("s") == 5 && overload((Object) "s") == 4;
        assert overload(1, 2) == 6 && overload() == 6 && overload(s) == 4;
        byte small = 1;
        assert overload(small) == 1;
    }

    static int overload(int x) { return 1; }
    static int overload(long x) { return 2; }
    static int overload(double x) { return 3; }
    static int overload(Object x) { return 4; }
    static int overload(String x) { return 5; }
    static int overload(int... x) { return 6; }

    // Inner classes and captures.
    int base = 7;

    class Inner {
        int v = base * 2;

        class Deeper {
            int both() {
                return v + base + Conformance.this.base;
            }
        }

        int bump() {
            return ++base;
        }
    }

    class Special extends Inner {
        int get() {
            return v + base;
        }
    }

    Supplier<Integer> later(int plus) {
        int local = plus * 2;
        class Keeper {
            int keep() {
                return local + base;
            }

            Keeper another() {
                return new Keeper();
            }
        }
        Keeper keeper = new Keeper();
        return () -> {
            Supplier<Integer> inside = () -> keeper.another().keep() + base;
            return inside.get() + local;
        };
    }

    static void inner() {
        Conformance c = new Conformance();
        Inner in = c.new Inner();
        assert in.v == 14 && in.bump() == 8 && c.base == 8;
        Inner.Deeper deep = in.new Deeper();
        assert deep.both() == 30;
        assert c.new Special().get() == 24;
        assert c.later(5).get() == 10 + 8 + 8 + 10;
        int[] count = {0};
        Runnable r = new Runnable() {
            int own = 3;

            public void run() {
                count[0] += own++;
            }
        };
        r.run();
        r.run();
        assert count[0] == 7;
        Runnable plus = () -> count[0]++;
        plus.run();
        assert count[0] == 8;
        List<Runnable> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i;
            all.add(() -> count[0] += copy * 10);
        }
        for (Runnable one : all) one.run();
        assert count[0] == 38;
        Shape anonymous = new Square(5) {
            @Override int area() {
                return side + count[0];
            }
        };
        assert anonymous.twice() == 86;
    }

    // Lambdas and references.
    static <A, B, C> Function<A, C> compose(Function<A, B> f, Function<B, C> g) {
        return a -> g.apply(f.apply(a));
    }

    static <T> T call(Callable<T> task) throws Exception {
        return task.call();
    }

    static void call(Runnable task) {
        task.run();
    }

    int instanceMethod(int x) {
        return x + base;
    }

    static int twice(int x) {
        return x * 2;
    }

    static void lambdas() throws Exception {
        IntBinaryOperator op = (a, b) -> a * 10 + b;
        assert op.applyAsInt(3, 4) == 34;
        Function<Integer, Integer> f = Conformance::twice;
        assert f.apply(4) == 8;
        Conformance c = new Conformance();
        Function<Integer, Integer> g = c::instanceMethod;
        assert compose(f, g).apply(3) == 13;
        Supplier<Conformance> make = Conformance::new;
        assert make.get().base == 7;
        Function<Integer, int[]> array = int[]::new;
        assert array.apply(4).length == 4;
        BiFunction<Conformance, Integer, Integer> unbound = Conformance::instanceMethod;
        assert unbound.apply(c, 1) == 8;
        assert call(() -> 5) == 5;
        int before = counter;
        call(() -> { counter++; });
        assert counter == before + 1;
        int got = call(() -> counter + 1);
        assert got == before + 2;
        Comparable<Integer> comparable = x -> x - 3;
        assert comparable.compareTo(5) == 2;
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a - b;
        assert curried.apply(9).apply(4) == 5;
    }

    // Exceptions.
    static class Checked extends Exception {
        final int code;

        Checked(int code) {
            this.code = code;
        }
    }

    static class Resource implements AutoCloseable {
        final int id;

        Resource(int id) {
            this.id = id;
            note(id);
        }

        public void close() {
            note(-id);
            if (id == 9) throw new IllegalStateException();
        }
    }

    static int finallyWins() {
        try {
            return note(1);
        } finally {
            note(2);
        }
    }

    @SuppressWarnings("finally")
    static int finallyReturns() {
        try {
            throw new IllegalStateException();
        } finally {
            return 3;
        }
    }

    static int valueBeforeFinally() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
        }
    }

    static void exceptions() {
        assert finallyWins() == 1;
        expect(1, 2);
        assert finallyReturns() == 3;
        assert valueBeforeFinally() == 1;
        int code = 0;
        try {
            throw new Checked(4);
        } catch (Checked e) {
            code = e.code;
        } finally {
            code++;
        }
        assert code == 5;
        try (Resource a = new Resource(1); Resource b = new Resource(2)) {
            note(a.id + b.id);
        }
        expect(1, 2, 3, -2, -1);
        try (Resource a = new Resource(9)) {
            throw new IllegalArgumentException();
        } catch (IllegalArgumentException e) {
            note(50);
        }
        expect(9, -9, 50);
        try (Resource a = new Resource(9)) {
            note(51);
        } catch (IllegalStateException e) {
            note(52);
        }
        expect(9, 51, -9, 52);
        int[] a = new int[2];
        for (int i = 0; i < 4; i++) {
            try {
                if (i == 3) a = null;
                a[i] = note(i);
            } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
                note(100 + i);
            }
        }
        expect(0, 1, 2, 102, 3, 103);
        try {
            int[] negative = new int[-1];
            assert false;
        } catch (NegativeArraySizeException e) {
            note(1);
        }
        try {
            Object nothing = null;
            nothing.hashCode();
            assert false;
        } catch (RuntimeException e) {
            assert e instanceof NullPointerException;
        }
        try {
            Integer none = null;
            int n = none;
            assert false;
        } catch (NullPointerException e) {
            note(2);
        }
        for (int i = 0; i < 2; i++) {
            try {
                if (i == 0) continue;
                note(3);
            } finally {
                note(4);
            }
        }
        expect(1, 2, 4, 3, 4);
    }

    // Boxes, generics, collections.
    static class Pair<A, B extends Comparable<B>> {
        A first;
        B second;

        Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }

        boolean after(Pair<A, B> other) {
            return second.compareTo(other.second) > 0;
        }

        <C> Pair<C, B> with(C other) {
            return new Pair<>(other, second);
        }
    }

    static class Range implements Iterable<Integer> {
        final int end;

        Range(int end) {
            this.end = end;
        }

        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int next;

                public boolean hasNext() {
                    return next < end;
                }

                public Integer next() {
                    return next++;
                }
            };
        }
    }

    static <T extends Comparable<T>> T largest(List<? extends T> items) {
        T best = null;
        for (T item : items) {
            if (best == null || item.compareTo(best) > 0) best = item;
        }
        return best;
    }

    static int sum(Integer... numbers) {
        int total = 0;
        for (int n : numbers) total += n;
        return total;
    }

    static void generics() {
        Integer boxed = 5;
        boxed++;
        boxed += 2;
        assert boxed == 8 && boxed.equals(8) && boxed.intValue() == 8;
        Long big = 5L;
        assert big == 5 && big + boxed == 13;
        Character letter = 'x';
        assert letter == 'x';
        Boolean truth = true;
        if (truth) counter++;
        Pair<String, Integer> p = new Pair<>("a", 3);
        assert p.first == "a" && p.second + 1 == 4 && p.with(7).first == 7;
        assert p.with('c').first + 1 == 100;
        assert new Pair<>("b", 4).after(p);
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 6; i++) list.add(i * i);
        assert list.size() == 6 && list.get(3) == 9;
        list.remove(1);
        list.remove(Integer.valueOf(16));
        assert list.size() == 4 && list.contains(25) && !list.contains(16);
        int total = 0;
        for (int n : list) total += n;
        assert total == 38 && largest(list) == 25;
        Map<String, Integer> map = new HashMap<>();
        map.put("one", 1);
        map.put("two", 2);
        map.put("one", map.get("one") + 10);
        map.merge("two", 5, Integer::sum);
        assert map.get("one") == 11 && map.getOrDefault("three", 3) == 3 && map.get("two") == 7;
        map.computeIfAbsent("four", k -> 4);
        assert map.get("four") == 4 && map.size() == 3;
        Deque<int[]> deque = new ArrayDeque<>();
        deque.push(new int[] {1});
        deque.addLast(new int[] {2, 3});
        assert deque.pollLast()[1] == 3 && deque.peek()[0] == 1;
        int range = 0;
        for (int n : new Range(4)) range += n;
        assert range == 6;
        for (var n : new Range(3)) range += n;
        assert range == 9;
        assert sum() == 0 && sum(1, 2, 3) == 6 && sum(new Integer[] {4, 5}) == 9;
        AtomicInteger atomic = new AtomicInteger(3);
        assert atomic.incrementAndGet() == 4 && atomic.getAndAdd(3) == 4 && atomic.get() == 7;
        assert atomic.updateAndGet(x -> x * 2) == 14;
        list.forEach(n -> counter += n);
        assert counter > 38;
        list.sort((a, b) -> b - a);
        assert list.get(0) == 25;
        list.removeIf(n -> n > 3);
        assert list.size() == 1;
    }

    // Records, patterns, text.
    record Point(int x, int y) {
        static int made;

        Point {
            if (x < 0) x = 0;
            made++;
        }

        Point(int both) {
            this(both, both);
        }

        int sum() {
            return x + y;
        }
    }

    record Line(Point from, Object to) {}

    sealed interface Tree permits Leaf, Node {}

    record Leaf(int value) implements Tree {}

    record Node(Tree left, Tree right) implements Tree {}

    static int depth(Tree tree) {
        if (tree instanceof Leaf) return 1;
        if (!(tree instanceof Node node)) return 0;
        return 1 + Math.max(depth(node.left()), depth(node.right));
    }

    static int weigh(Object o) {
        if (o instanceof Integer i && i > 3) {
            return i;
        } else if (o instanceof Point p) {
            return p.sum();
        }
        return o instanceof String s ? s.length() * 0 + 1 : -1;
    }

    static void records() {
        Point p = new Point(-3, 4);
        assert p.x() == 0 && p.y == 4 && p.sum() == 4 && new Point(6).sum() == 12;
        assert p.equals(new Point(0, 4)) && !p.equals(new Point(1, 4)) && !p.equals(null);
        assert new Line(p, null).equals(new Line(new Point(0, 4), null));
        assert !new Line(p, "x").equals(new Line(p, null));
        assert Point.made == 5;
        assert depth(new Node(new Leaf(1), new Node(new Leaf(2), new Leaf(3)))) == 3;
        assert weigh(5) == 5 && weigh(2) == -1 && weigh(new Point(2, 3)) == 5;
        assert NAME == "a13" && "x" + 1 + 'c' + true == "x1ctrue";
        String block = """
            two
              lines\
             here
            """;
        assert block == "two\n  lines here\n";
        assert "\t\u0041\101".equals("\tAA");
    }

    // Arrays and static initialisation.
    static class Lazy {
        static int ready = note(77);
        static final int CONSTANT = 5;

        static {
            ready++;
        }

        static int get() {
            return ready;
        }
    }

    static void arrays() {
        int[][] grid = new int[3][4];
        grid[1][2] = 5;
        grid[1][2]++;
        ++grid[1][2];
        grid[2] = grid[1];
        assert grid[2][2] == 7 && grid[0][2] == 0 && grid.length == 3 && grid[0].length == 4;
        int[][] ragged = {{1}, {2, 3}, {}};
        int cells = 0;
        for (int[] row : ragged) for (int cell : row) cells += cell;
        assert cells == 6 && ragged[2].length == 0;
        int[] copy = ragged[1].clone();
        copy[0] = 9;
        assert ragged[1][0] == 2 && copy.length == 2;
        int[] move = {1, 2, 3, 4, 5};
        System.arraycopy(move, 0, move, 1, 4);
        assert move[1] == 1 && move[4] == 4;
        System.arraycopy(move, 1, move, 0, 4);
        assert move[0] == 1 && move[3] == 4;
        char[] letters = new char[2];
        letters[0] += 'a';
        assert letters[0] == 97 && letters[1] == 0;
        long[] longs = {1, 2};
        longs[1] <<= 40;
        assert longs[1] == 2L << 40;
        boolean[] flags = new boolean[1];
        flags[0] |= true;
        assert flags[0];
        String[][] names = new String[2][];
        assert names[1] == null;
        assert Lazy.CONSTANT == 5 && logged == 0;
        assert Lazy.get() == 78 && logged == 1;
        expect(77);
    }

    static void threads() throws InterruptedException {
        int before = counter;
        Thread t = new Thread(() -> counter += 2);
        t.start();
        t.join();
        assert counter == before + 2;
        class Worker extends Thread {
            final int by;

            Worker(int by) {
                super("worker");
                this.by = by;
            }

            @Override public void run() {
                synchronized (Conformance.class) {
                    counter += by;
                }
            }
        }
        Worker w = new Worker(5);
        w.start();
        w.join();
        assert counter == before + 7 && w.getName() == "worker";
    }

    public static void main(String[] args) throws Exception {
        numbers();
        order();
        control();
        switches();
        classes();
        inner();
        lambdas();
        exceptions();
        generics();
        records();
        arrays();
        threads();
        System.out.println("done " + counter);
    }
}
