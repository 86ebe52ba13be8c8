package a;
public class Base {
    int n = 7;
    int m() { return 1; }
    public int callsM() { return m(); }
}
