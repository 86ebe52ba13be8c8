// The virtual machine checks a value where the erasure of a member is less than its use needs, and only there.
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

public class Unchecked {
    static class Box<T> {
        T held;

        Box(T held) {
            this.held = held;
        }

        T get() {
            return held;
        }
    }

    interface Check {
        void run();
    }

    static class Word implements Comparable<Word> {
        public int compareTo(Word other) {
            return 0;
        }
    }

    static boolean fails(Check check) {
        try {
            check.run();
            return false;
        } catch (ClassCastException error) {
            return true;
        }
    }

    static Object any(Object value) {
        return value;
    }

    static <T> T same(T value) {
        return value;
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        Box<String> text = new Box<>("text");
        Box<Integer> number = (Box<Integer>) (Object) text;
        List<Integer> list = new ArrayList<>();
        ((List) list).add("text");
        Comparable raw = new Word();

        assert fails(() -> { Integer value = number.get(); });
        assert fails(() -> { int value = number.held; });
        assert fails(() -> number.get().hashCode());
        assert fails(() -> same(number.get()));
        assert fails(() -> { for (Integer value : list) any(value); });
        assert fails(() -> { Supplier<Integer> made = () -> number.get(); made.get(); });
        assert fails(() -> { Function made = (Function<Integer, Integer>) value -> 1; made.apply("text"); });
        assert fails(() -> raw.compareTo("text"));
        assert fails(() -> { String value = (String) (Object) number.get() + (Integer) number.get(); });

        assert !fails(() -> number.get());
        assert !fails(() -> any(number.get()));
        assert !fails(() -> { Object value = number.get(); });
        assert !fails(() -> any(number.get() == null));
        assert !fails(() -> { for (Object value : list) any(value); });
        assert !fails(() -> { Supplier<Integer> made = number::get; any(made.get()); });
        assert !fails(() -> raw.compareTo(new Word()));
    }
}
