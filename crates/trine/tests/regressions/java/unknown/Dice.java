public class Dice {
  public static void main(String[] args) {
    int d = (int) (Math.random() * 6) + 1; assert d >= 1 && d <= 6;
    double r = Math.random(); assert r >= 0 && r < 1;
    long now = System.currentTimeMillis(); assert now > 0;
    System.out.println(System.nanoTime() - now);
    assert (int) (Math.random() * 6) != 5;
  }
}
