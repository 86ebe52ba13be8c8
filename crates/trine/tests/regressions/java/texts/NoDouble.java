import java.util.*;

// NumberFormatException.
public class NoDouble {
    public static void main(String[] args) throws Exception {
        Double.parseDouble("1e");
    }
}
