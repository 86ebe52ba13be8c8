import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The view has the lock. */
public class ListSynchronized {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        Thread one = new Thread(() -> names.add("Ada"));
        Thread two = new Thread(() -> names.add("Alan"));
        one.start();
        two.start();
        one.join();
        two.join();
        assert names.size() == 2;
    }
}
