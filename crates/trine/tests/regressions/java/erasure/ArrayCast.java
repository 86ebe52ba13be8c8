// A cast to an array type is not checked yet: no verdict is better than a wrong one.
public class ArrayCast {
    public static void main(String[] args) {
        Object value = new int[1];
        String[] words = (String[]) value;
    }
}
