package java.lang;

import trine.Trine;

// Keeps the text, where that is known; each operation is one step, except that turning round is two.
public final class StringBuffer implements CharSequence {
    private volatile String text;

    public StringBuffer() {
        text = "";
    }

    public StringBuffer(int capacity) {
        text = "";
    }

    public StringBuffer(String start) {
        if (start == null) throw new NullPointerException();
        text = start;
    }

    public StringBuffer append(Object part) {
        String added = String.valueOf(part);
        Trine.atomic(() -> {
            text = Trine.join(text, added);
        });
        return this;
    }

    public StringBuffer append(String part) {
        Trine.atomic(() -> {
            text = Trine.join(text, part);
        });
        return this;
    }

    public StringBuffer append(CharSequence part) {
        String added = String.valueOf(part);
        Trine.atomic(() -> {
            text = Trine.join(text, added);
        });
        return this;
    }

    public StringBuffer append(int part) {
        Trine.atomic(() -> {
            text = Trine.join(text, Trine.ofNumber(part));
        });
        return this;
    }

    public StringBuffer append(long part) {
        Trine.atomic(() -> {
            text = Trine.join(text, Trine.ofNumber(part));
        });
        return this;
    }

    public StringBuffer append(char part) {
        Trine.atomic(() -> {
            text = Trine.join(text, Trine.ofUnit(part));
        });
        return this;
    }

    public StringBuffer append(boolean part) {
        String added = String.valueOf(part);
        Trine.atomic(() -> {
            text = Trine.join(text, added);
        });
        return this;
    }

    public StringBuffer append(double part) {
        Trine.atomic(() -> {
            text = Trine.join(text, Trine.ofDouble(part));
        });
        return this;
    }

    public StringBuffer append(float part) {
        Trine.atomic(() -> {
            text = Trine.join(text, Trine.ofSingle(part));
        });
        return this;
    }

    public StringBuffer append(char[] part) {
        return append(String.valueOf(part));
    }

    public StringBuffer insert(int at, char[] part) {
        return insert(at, (Object) String.valueOf(part));
    }

    public StringBuffer insert(int at, Object part) {
        String added = String.valueOf(part);
        boolean fits = false;
        Trine.atomic(() -> {
            String seen = text;
            int length = Trine.length(seen);
            fits = !(at < 0 || at > length);
            if (fits) text = Trine.join(Trine.join(Trine.part(seen, 0, at), added), Trine.part(seen, at, length));
        });
        if (!fits) throw new StringIndexOutOfBoundsException();
        return this;
    }

    public StringBuffer deleteCharAt(int index) {
        boolean fits = false;
        Trine.atomic(() -> {
            String seen = text;
            int length = Trine.length(seen);
            fits = !(index < 0 || index >= length);
            if (fits) text = Trine.join(Trine.part(seen, 0, index), Trine.part(seen, index + 1, length));
        });
        if (!fits) throw new StringIndexOutOfBoundsException();
        return this;
    }

    public StringBuffer delete(int begin, int end) {
        boolean fits = false;
        Trine.atomic(() -> {
            String seen = text;
            int length = Trine.length(seen);
            fits = !(begin < 0 || begin > length || begin > end);
            if (fits) text = Trine.join(Trine.part(seen, 0, begin), end < length ? Trine.part(seen, end, length) : "");
        });
        if (!fits) throw new StringIndexOutOfBoundsException();
        return this;
    }

    public void setLength(int wanted) {
        if (wanted < 0) throw new StringIndexOutOfBoundsException();
        String longer = Trine.opaque();
        Trine.atomic(() -> {
            if (wanted == 0) text = "";
            else text = wanted <= Trine.length(text) ? Trine.part(text, 0, wanted) : longer;
        });
    }

    public void setCharAt(int index, char unit) {
        boolean fits = false;
        Trine.atomic(() -> {
            String seen = text;
            int length = Trine.length(seen);
            fits = !(index < 0 || index >= length);
            if (fits) text = Trine.join(Trine.join(Trine.part(seen, 0, index), Trine.ofUnit(unit)), Trine.part(seen, index + 1, length));
        });
        if (!fits) throw new StringIndexOutOfBoundsException();
    }

    public StringBuffer reverse() {
        String seen = text;
        String turned = "";
        for (int i = seen.length() - 1; i >= 0; i--) turned = Trine.join(turned, Trine.ofUnit(seen.charAt(i)));
        text = turned;
        return this;
    }

    public int length() {
        return text.length();
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    public char charAt(int index) {
        return text.charAt(index);
    }

    public int indexOf(String part) {
        return text.indexOf(part);
    }

    public String substring(int begin) {
        return text.substring(begin);
    }

    public String substring(int begin, int end) {
        return text.substring(begin, end);
    }

    public String toString() {
        return text;
    }
}
