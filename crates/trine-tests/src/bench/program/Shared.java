/** A linked list that grows and shrinks under its own lock, with work of each thread's own in between. */
class Main {
    static class Node { final int value; final Node next; Node(int v, Node n) { value = v; next = n; } }
    static class Stack {
        private Node top;
        synchronized void push(int value) { top = new Node(value, top); }
        synchronized int pop() {
            if (top == null) return -1;
            int value = top.value;
            top = top.next;
            return value;
        }
    }

    public static void main(String[] args) {
        Stack stack = new Stack();
        for (int i = 0; i < 3; i++) {
            int mine = i;
            new Thread(() -> {
                int sum = 0;
                for (int j = 0; j < 4; j++) {
                    stack.push(mine);
                    sum += stack.pop();
                }
                assert sum >= 0;
            }).start();
        }
    }
}
