/** Every jump in `finally` over every pending one. Nothing fails. */
@SuppressWarnings("finally")
public class FinallyJumps {
    static int breakOverReturn() { l: { try { return 1; } finally { break l; } } return 9; }
    static int breakOverThrow() { l: { try { throw new Error(); } finally { break l; } } return 9; }
    static int breakOverBreak() { int r = 0; a: { b: { try { break a; } finally { break b; } } r += 1; } return r; }
    static int breakOverContinue() { int r = 0; for (int i = 0; i < 3; i++) { l: { try { continue; } finally { break l; } } r += 10; } return r; }
    static int continueOverReturn() { int r = 0; for (int i = 0; i < 3; i++) { try { return 1; } finally { r++; continue; } } return r; }
    static int continueOverThrow() { int r = 0; for (int i = 0; i < 3; i++) { try { throw new Error(); } finally { r++; continue; } } return r; }
    static int continueOverBreak() { int r = 0; for (int i = 0; i < 3; i++) { try { break; } finally { r++; continue; } } return r; }
    static int outerContinue() { int r = 0; o: for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { try { return 5; } finally { r++; continue o; } } } return r; }
    static int returnOverReturn() { try { return 1; } finally { return 2; } }
    static int returnOverThrow() { try { throw new Error(); } finally { return 2; } }
    static int returnOverBreak() { for (;;) { try { break; } finally { return 2; } } }
    static int throwOverReturn() { try { try { return 1; } finally { throw new IllegalStateException(); } } catch (IllegalStateException e) { return 7; } }
    static int throwOverBreak() { try { for (;;) { try { break; } finally { throw new IllegalStateException(); } } } catch (IllegalStateException e) { return 7; } }
    static int nested() { int r = 0; l: { try { try { return 1; } finally { r += 1; } } finally { r += 10; break l; } } return r; }
    static int twice() { int r = 0; l: { m: { try { try { return 1; } finally { r += 1; break m; } } finally { r += 10; } } r += 100; } return r; }
    static synchronized int locked() { l: { synchronized (FinallyJumps.class) { try { return 1; } finally { break l; } } } return Thread.holdsLock(FinallyJumps.class) ? 3 : 4; }
    static int whileLoop() { int n = 0; while (true) { try { n++; if (n == 1) continue; return n; } finally { if (n < 3) continue; break; } } return n + 100; }
    static int doLoop() { int n = 0; do { try { return n; } finally { n++; if (n < 3) continue; break; } } while (n < 10); return n + 50; }
    static int switched(int k) { int r = 0; switch (k) { case 1: try { return 1; } finally { r = 3; break; } default: r = 4; } return r; }
    static int caught() { l: try { throw new IllegalStateException(); } catch (IllegalStateException e) { return 1; } finally { break l; } return 6; }
    public static void main(String[] args) {
        assert breakOverReturn() == 9; assert breakOverThrow() == 9; assert breakOverBreak() == 1;
        assert breakOverContinue() == 30; assert continueOverReturn() == 3; assert continueOverThrow() == 3;
        assert continueOverBreak() == 3; assert outerContinue() == 3; assert returnOverReturn() == 2;
        assert returnOverThrow() == 2; assert returnOverBreak() == 2; assert throwOverReturn() == 7;
        assert throwOverBreak() == 7; assert nested() == 11; assert twice() == 111; assert locked() == 3;
        assert whileLoop() == 103; assert doLoop() == 53; assert switched(1) == 3; assert caught() == 6;
        throw new IllegalStateException("the end is reached");
    }
}
