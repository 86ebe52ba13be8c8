import java.util.*;

// IllegalFormatConversionException.
public class BadFormat {
    public static void main(String[] args) throws Exception {
        System.out.printf("%d", "text");
    }
}
