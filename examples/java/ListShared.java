import java.util.ArrayList;
import java.util.List;

/** add is a read, a write and a write. */
public class ListShared {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = new ArrayList<>();
        Thread one = new Thread(() -> names.add("Ada"));
        Thread two = new Thread(() -> names.add("Alan"));
        one.start();
        two.start();
        one.join();
        two.join();
        assert names.size() == 2;
    }
}
