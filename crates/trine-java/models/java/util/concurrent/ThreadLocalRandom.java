package java.util.concurrent;

import java.util.Random;

public class ThreadLocalRandom extends Random {
    private static final ThreadLocalRandom ONLY = new ThreadLocalRandom();

    private ThreadLocalRandom() {}

    public static ThreadLocalRandom current() {
        return ONLY;
    }
}
