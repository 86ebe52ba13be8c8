import java.util.*;

// Printing a list reads it: a race with the thread that adds to it, and ConcurrentModificationException.
public class PrintedList {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        Thread writer = new Thread(() -> list.add(2));
        writer.start();
        System.out.println(list);
        writer.join();
    }
}
