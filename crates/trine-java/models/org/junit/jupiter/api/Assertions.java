package org.junit.jupiter.api;

import java.util.Objects;

// The assertions that tests use most. A failure is a failed assertion; messages, tolerances of numbers with a
// fraction and arrays are left out.
public class Assertions {
    public static void assertTrue(boolean condition) {
        assert condition;
    }

    public static void assertTrue(boolean condition, String message) {
        assert condition;
    }

    public static void assertFalse(boolean condition) {
        assert !condition;
    }

    public static void assertFalse(boolean condition, String message) {
        assert !condition;
    }

    public static void assertNull(Object value) {
        assert value == null;
    }

    public static void assertNull(Object value, String message) {
        assert value == null;
    }

    public static void assertNotNull(Object value) {
        assert value != null;
    }

    public static void assertNotNull(Object value, String message) {
        assert value != null;
    }

    public static void assertSame(Object expected, Object actual) {
        assert expected == actual;
    }

    public static void assertSame(Object expected, Object actual, String message) {
        assert expected == actual;
    }

    public static void assertNotSame(Object expected, Object actual) {
        assert expected != actual;
    }

    public static void assertNotSame(Object expected, Object actual, String message) {
        assert expected != actual;
    }

    public static void assertEquals(long expected, long actual) {
        assert expected == actual;
    }

    public static void assertEquals(long expected, long actual, String message) {
        assert expected == actual;
    }

    public static void assertEquals(Object expected, Object actual) {
        assert Objects.equals(expected, actual);
    }

    public static void assertEquals(Object expected, Object actual, String message) {
        assert Objects.equals(expected, actual);
    }

    public static void assertNotEquals(long expected, long actual) {
        assert expected != actual;
    }

    public static void assertNotEquals(long expected, long actual, String message) {
        assert expected != actual;
    }

    public static void assertNotEquals(Object expected, Object actual) {
        assert !Objects.equals(expected, actual);
    }

    public static void assertNotEquals(Object expected, Object actual, String message) {
        assert !Objects.equals(expected, actual);
    }

    public static void fail() {
        assert false;
    }

    public static void fail(String message) {
        assert false;
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, org.junit.jupiter.api.function.Executable action) {
        Throwable thrown = null;
        try {
            action.execute();
        } catch (Throwable caught) {
            thrown = caught;
        }
        assert thrown != null && expected.isInstance(thrown);
        return (T) thrown;
    }

    public static void assertDoesNotThrow(org.junit.jupiter.api.function.Executable action) {
        boolean fine = false;
        try {
            action.execute();
            fine = true;
        } catch (Throwable caught) {
            fine = false;
        }
        assert fine;
    }
}
