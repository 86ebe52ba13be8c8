public class One { public static void main(String[] args) { assert new Other().v() == 1; } }
class Other { int v() { return 1; } }
