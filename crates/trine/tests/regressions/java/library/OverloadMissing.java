import java.util.*;
public class OverloadMissing { public static void main(String[] x) { StringBuilder b = new StringBuilder("a"); b.insert(0, new char[] {'x', 'y'}, 0, 1); assert b.toString().equals("xa"); } }
