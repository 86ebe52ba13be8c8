// `Enclosing.super.m()` names the method above the enclosing class, not above the inner one (JLS 15.12.1).
public class QualifiedSuper {
    static class Plain {
        int count = 1;

        String name() {
            return "plain";
        }
    }

    static class Other {
        int count = 9;

        String name() {
            return "other";
        }
    }

    static class Counted extends Plain {
        int count = 2;

        @Override
        String name() {
            return "counted";
        }

        class Part extends Other {
            String names() {
                return Counted.super.name() + Counted.super.count + super.name() + super.count + Counted.this.name();
            }
        }
    }

    public static void main(String[] args) {
        Counted counted = new Counted();
        Counted.Part part = counted.new Part();
        assert part.names().equals("plain1other9counted");
    }
}
