import java.util.concurrent.ThreadLocalRandom;

/** Nothing, a yield or a short while, by chance. An interrupt stays what it is, and a permit to go on, too. */
public class Delay {
    public static void now() {
        int chance = ThreadLocalRandom.current().nextInt(12);
        if (chance < 4) {
            Thread.yield();
        } else if (chance == 4) {
            long end = System.nanoTime() + ThreadLocalRandom.current().nextInt(200_000);
            while (System.nanoTime() < end) Thread.yield();
        }
    }
}
