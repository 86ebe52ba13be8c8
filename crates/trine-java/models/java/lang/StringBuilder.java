package java.lang;

import trine.Trine;

// Keeps the text, where that is known. A builder is meant for one thread; sharing one is seen as a race.
public final class StringBuilder implements CharSequence {
    private String text;

    public StringBuilder() {
        text = "";
    }

    public StringBuilder(int capacity) {
        text = "";
    }

    public StringBuilder(String start) {
        if (start == null) throw new NullPointerException();
        text = start;
    }

    public StringBuilder append(Object part) {
        String added = String.valueOf(part);
        text = Trine.join(text, added);
        return this;
    }

    public StringBuilder append(String part) {
        text = Trine.join(text, part);
        return this;
    }

    public StringBuilder append(CharSequence part) {
        String added = String.valueOf(part);
        text = Trine.join(text, added);
        return this;
    }

    public StringBuilder append(int part) {
        text = Trine.join(text, Trine.ofNumber(part));
        return this;
    }

    public StringBuilder append(long part) {
        text = Trine.join(text, Trine.ofNumber(part));
        return this;
    }

    public StringBuilder append(char part) {
        text = Trine.join(text, Trine.ofUnit(part));
        return this;
    }

    public StringBuilder append(boolean part) {
        String added = String.valueOf(part);
        text = Trine.join(text, added);
        return this;
    }

    public StringBuilder append(double part) {
        text = Trine.join(text, Trine.ofDouble(part));
        return this;
    }

    public StringBuilder append(float part) {
        text = Trine.join(text, Trine.ofSingle(part));
        return this;
    }

    public StringBuilder append(char[] part) {
        return append(String.valueOf(part));
    }

    public StringBuilder insert(int at, char[] part) {
        return insert(at, (Object) String.valueOf(part));
    }

    public StringBuilder insert(int at, Object part) {
        String added = String.valueOf(part);
        String seen = text;
        int length = seen.length();
        if (at < 0 || at > length) throw new StringIndexOutOfBoundsException();
        text = Trine.join(Trine.join(Trine.part(seen, 0, at), added), Trine.part(seen, at, length));
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        String seen = text;
        int length = seen.length();
        if (index < 0 || index >= length) throw new StringIndexOutOfBoundsException();
        text = Trine.join(Trine.part(seen, 0, index), Trine.part(seen, index + 1, length));
        return this;
    }

    public StringBuilder delete(int begin, int end) {
        String seen = text;
        int length = seen.length();
        if (begin < 0 || begin > length || begin > end) throw new StringIndexOutOfBoundsException();
        text = Trine.join(Trine.part(seen, 0, begin), end < length ? Trine.part(seen, end, length) : "");
        return this;
    }

    public void setLength(int wanted) {
        if (wanted < 0) throw new StringIndexOutOfBoundsException();
        if (wanted == 0) text = "";
        else text = wanted <= text.length() ? Trine.part(text, 0, wanted) : longer();
    }

    private static String longer() {
        return Trine.opaque();
    }

    public void setCharAt(int index, char unit) {
        String seen = text;
        int length = seen.length();
        if (index < 0 || index >= length) throw new StringIndexOutOfBoundsException();
        text = Trine.join(Trine.join(Trine.part(seen, 0, index), Trine.ofUnit(unit)), Trine.part(seen, index + 1, length));
    }

    public StringBuilder reverse() {
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
