package org.junit;

import java.util.Objects;

// The assertions that tests use most. A failure is a failed assertion; messages, tolerances of numbers with a
// fraction and arrays are left out.
public class Assert {
    public static void assertTrue(boolean condition) {
        assert condition;
    }

    public static void assertTrue(String message, boolean condition) {
        assert condition;
    }

    public static void assertFalse(boolean condition) {
        assert !condition;
    }

    public static void assertFalse(String message, boolean condition) {
        assert !condition;
    }

    public static void assertNull(Object value) {
        assert value == null;
    }

    public static void assertNull(String message, Object value) {
        assert value == null;
    }

    public static void assertNotNull(Object value) {
        assert value != null;
    }

    public static void assertNotNull(String message, Object value) {
        assert value != null;
    }

    public static void assertSame(Object expected, Object actual) {
        assert expected == actual;
    }

    public static void assertSame(String message, Object expected, Object actual) {
        assert expected == actual;
    }

    public static void assertNotSame(Object expected, Object actual) {
        assert expected != actual;
    }

    public static void assertNotSame(String message, Object expected, Object actual) {
        assert expected != actual;
    }

    public static void assertEquals(long expected, long actual) {
        assert expected == actual;
    }

    public static void assertEquals(String message, long expected, long actual) {
        assert expected == actual;
    }

    public static void assertEquals(Object expected, Object actual) {
        assert Objects.equals(expected, actual);
    }

    public static void assertEquals(String message, Object expected, Object actual) {
        assert Objects.equals(expected, actual);
    }

    public static void assertNotEquals(long expected, long actual) {
        assert expected != actual;
    }

    public static void assertNotEquals(String message, long expected, long actual) {
        assert expected != actual;
    }

    public static void assertNotEquals(Object expected, Object actual) {
        assert !Objects.equals(expected, actual);
    }

    public static void assertNotEquals(String message, Object expected, Object actual) {
        assert !Objects.equals(expected, actual);
    }

    public static void fail() {
        assert false;
    }

    public static void fail(String message) {
        assert false;
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, org.junit.function.ThrowingRunnable action) {
        Throwable thrown = null;
        try {
            action.run();
        } catch (Throwable caught) {
            thrown = caught;
        }
        assert thrown != null && expected.isInstance(thrown);
        return (T) thrown;
    }
}
