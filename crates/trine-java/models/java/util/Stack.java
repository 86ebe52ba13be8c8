package java.util;

public class Stack<E> extends Vector<E> {
    public Stack() {}

    public E push(E value) {
        add(value);
        return value;
    }

    public synchronized E pop() {
        int count = size();
        if (count == 0) throw new EmptyStackException();
        return remove(count - 1);
    }

    public synchronized E peek() {
        int count = size();
        if (count == 0) throw new EmptyStackException();
        return get(count - 1);
    }

    public boolean empty() {
        return size() == 0;
    }
}
