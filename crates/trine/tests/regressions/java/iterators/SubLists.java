import java.util.*;

// A part of a list changes with it, until the list is changed behind its back.
public class SubLists {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
        List<Integer> part = list.subList(1, 3);
        part.set(0, 9);
        assert list.get(1) == 9;
        ListIterator<Integer> rest = part.listIterator(2);
        assert rest.previous() == 3;
        rest.remove();
        assert list.size() == 3 && part.size() == 1;
        list.add(5);
        try {
            part.size();
            assert false;
        } catch (ConcurrentModificationException expected) {
        }
    }
}
