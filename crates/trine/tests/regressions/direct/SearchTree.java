/** A search tree that grows by recursion under hand-over-hand locks: a child is locked before its parent is left. */
public class SearchTree {
    static class Node {
        final int key;
        Node left, right;

        Node(int key) {
            this.key = key;
        }

        void insert(int other) {
            Node next;
            synchronized (this) {
                next = other < key ? left : right;
                if (next == null) {
                    Node node = new Node(other);
                    if (other < key) {
                        left = node;
                    } else {
                        right = node;
                    }
                    return;
                }
            }
            next.insert(other);
        }

        synchronized int size() {
            return 1 + (left == null ? 0 : left.size()) + (right == null ? 0 : right.size());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node root = new Node(8);
        Thread low = new Thread(() -> {
            for (int key = 1; key < 5; key++) {
                root.insert(key);
            }
        });
        low.start();
        for (int key = 12; key > 9; key--) {
            root.insert(key);
        }
        low.join();
        assert root.size() == 8;
    }
}
