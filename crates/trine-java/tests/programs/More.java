import java.util.*;
import java.util.function.*;
/** More of what Java says about one thread, densely. */
public class More {
    static class Node<T> { T item; Node<T> next; Node(T item) { this.item = item; } }
    static class Stack<T> implements Iterable<T> {
        private Node<T> top; int size;
        void push(T x) { Node<T> n = new Node<>(x); n.next = top; top = n; size++; }
        T pop() { if (top == null) return null; T x = top.item; top = top.next; size--; return x; }
        public Iterator<T> iterator() { return new Iterator<T>() { Node<T> at = top; public boolean hasNext() { return at != null; } public T next() { T x = at.item; at = at.next; return x; } }; }
        <R> Stack<R> map(Function<? super T, ? extends R> f) { Stack<R> r = new Stack<>(); for (T x : this) r.push(f.apply(x)); return r; }
    }
    interface Visitor<R> { R num(int n); R add(Expr a, Expr b); }
    interface Expr { <R> R accept(Visitor<R> v); }
    static class Num implements Expr { final int n; Num(int n) { this.n = n; } public <R> R accept(Visitor<R> v) { return v.num(n); } }
    static class Add implements Expr { final Expr a, b; Add(Expr a, Expr b) { this.a = a; this.b = b; } public <R> R accept(Visitor<R> v) { return v.add(a, b); } }
    static abstract class Template { final int go() { return before() + step() + after(); } protected int before() { return 1; } protected abstract int step(); private int after() { return hidden(); } int hidden() { return 100; } }
    static class Impl extends Template { protected int step() { return 10; } int after() { return 5000; } @Override int hidden() { return super.hidden() + 1; } }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static long fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    enum Op implements IntBinaryOperator { PLUS("+") { public int applyAsInt(int a, int b) { return a + b; } }, TIMES("*") { public int applyAsInt(int a, int b) { return a * b; } }; final String sign; Op(String s) { sign = s; } static Op of(String s) { for (Op o : values()) if (o.sign.equals(s)) return o; throw new IllegalArgumentException(s); } }
    static int tries(int k) { int r = 0; for (int i = 0; i < 3; i++) { try { if (i == k) break; r += 1; try { if (k == 7) throw new RuntimeException("x"); r += 10; } finally { r += 100; } } catch (RuntimeException e) { r += 1000; continue; } finally { r += 10000; } r += 100000; } return r; }
    static class A { static int order; int a = next(1); { next(2); } A() { next(3); } static int next(int x) { order = order * 10 + x; return x; } }
    static class B extends A { int b = next(4); B() { super(); next(5); } }
    static class Outer { int v = 1; class In { int v = 2; class In2 { int v = 3; int all() { return v * 100 + In.this.v * 10 + Outer.this.v; } } } }
    int field = 5;
    IntSupplier sup() { return () -> this.field + new Object() { int twice() { return field * 2; } }.twice(); }
    static <T> T id(T t) { return t; }
    static int over(Integer x) { return 1; } static int over(Object x) { return 2; } static int over(long x) { return 3; }
    static int var(String s, Object... r) { return r.length; }
    static volatile int vol;
    public static void main(String[] args) {
        Stack<Integer> s = new Stack<>(); for (int i = 0; i < 4; i++) s.push(i);
        int sum = 0; for (int x : s) sum = sum * 10 + x; assert sum == 3210;
        Stack<String> names = s.map(x -> x > 1 ? "big" : "small"); assert names.pop() == "small" && names.size == 3;
        assert s.map(x -> x * 2).map(x -> x + 1).pop() == 7;
        Expr e = new Add(new Num(3), new Add(new Num(4), new Num(5)));
        int v = e.accept(new Visitor<Integer>() { public Integer num(int n) { return n; } public Integer add(Expr a, Expr b) { return a.accept(this) + b.accept(this); } });
        assert v == 12;
        assert new Impl().go() == 112;
        assert depth(50) == 50 && fact(15) == 1307674368000L;
        assert Op.of("*").applyAsInt(3, 4) == 12 && Op.PLUS.applyAsInt(3, 4) == 7 && Op.valueOf("PLUS").ordinal() == 0;
        assert tries(1) == 120111 : tries(1); assert tries(7) == 33303; assert tries(0) == 10000;
        new B(); assert A.order == 12345 : A.order; 
        Outer o = new Outer(); assert o.new In().new In2().all() == 321;
        assert new More().sup().getAsInt() == 15;
        assert id(5) + id(6) == 11 && id("x") == "x";
        byte bb = 1; assert over(5) == 3 && over(bb) == 3 && over(Integer.valueOf(5)) == 1 && over("s") == 2 && over(5L) == 3 && over('c') == 3 && over(1.5) == 2;
        assert var("a") == 0 && var("a", 1, "b") == 2 && var("a", (Object) null) == 1 && var("a", new Object[3]) == 3;
        int i = 10; i -= 3 - 1; assert i == 8; i = i-- - --i; assert i == 2;
        int[] arr = {5, 6, 7}; int ix = 0; arr[ix++] += 10; assert arr[0] == 15 && ix == 1; arr[ix] = ix = 2; assert arr[1] == 2;
        vol += 3; vol++; assert vol == 4;
        char c = 'x'; c += 1; assert c == 'y'; switch (c) { case 'y': i = 1; break; case 'z': i = 2; }
        assert i == 1;
        long l = Integer.MAX_VALUE; l++; assert l == 2147483648L; int sh = 1 << 33; assert sh == 2; assert (1L << 33) == 8589934592L; assert (byte) 0x1ff == -1; assert (short) 40000 == -25536; assert -5 >>> 1 == 2147483645; assert -5L >>> 1 == 9223372036854775805L;
        assert 5 / -2 == -2 && 5 % -2 == 1 && -5 % 2 == -1; assert Math.floorMod(-5, 3) == 1 && Math.abs(-4) == 4 && Math.max(3, 9) == 9;
        double d = 10; d /= 4; assert d == 2.5 && (int) d == 2; float f = 1f / 3; assert f * 3 == 1f; assert 0.1 + 0.2 != 0.3; assert 1.0 / 0 > 1e300;
        Function<Integer, Integer> rec = new Function<>() { public Integer apply(Integer n) { return n == 0 ? 1 : n * this.apply(n - 1); } }; assert rec.apply(5) == 120;
        BinaryOperator<Integer> mx = BinaryOperator.maxBy(Comparator.naturalOrder());
        Supplier<Supplier<Integer>> ss = () -> () -> 7; assert ss.get().get() == 7;
        Runnable[] rs = { () -> vol = 10, () -> vol *= 2 }; for (Runnable r : rs) r.run(); assert vol == 20;
        List<int[]> li = new ArrayList<>(); li.add(new int[] {1, 2}); li.get(0)[1]++; assert li.get(0)[1] == 3;
        Map<Integer, List<String>> m = new HashMap<>(); m.computeIfAbsent(3, k -> new ArrayList<>()).add("a"); m.computeIfAbsent(3, k -> new ArrayList<>()).add("b"); assert m.get(3).size() == 2;
        int tot = 0; for (Map.Entry<Integer, List<String>> en : m.entrySet()) tot += en.getKey() + en.getValue().size(); assert tot == 5;
        Optional<String> op = Optional.of("q"); assert op.isPresent() && op.get() == "q" && Optional.empty().isEmpty();
        Object ob = 5; assert ob instanceof Integer && (Integer) ob == 5 && (int) ob == 5; Integer i1 = 5; assert ob.equals(i1); long lo = i1; assert lo == 5L;
        StringBuilder sb = new StringBuilder(); sb.append("x").append(1).append('c'); String str = sb.toString();
        boolean flag = false; if (flag = true) i = 9; assert i == 9; assert !flag ^ true;
        lab: { for (;;) { if (i > 0) break lab; } } do i--; while (i > 3); assert i == 3;
        for (int a = 0, b = 5; ; a++, b--) { if (a >= b) { i = a; break; } } assert i == 3;
        PriorityQueue<Integer> pq = new PriorityQueue<>(); pq.add(3); pq.add(1); pq.add(2); assert pq.poll() == 1 && pq.poll() == 2;
        int[] cnt = new int[1]; new Object() { void rec(int n) { cnt[0]++; if (n > 0) rec(n - 1); } }.rec(3); assert cnt[0] == 4;
        String t = null; assert t == null; try { synchronized (t) { } assert false; } catch (NullPointerException ex) { i = 77; } assert i == 77;
        Iterator<Integer> it = List.of(1, 2).iterator(); assert it.next() + it.next() == 3 && !it.hasNext();
        System.out.println("ok");
    }
}
