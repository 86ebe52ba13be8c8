import java.util.*;

// What is added is read first.
public class AddedToItself {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        list.addAll(list);
        assert list.size() == 4;
    }
}
