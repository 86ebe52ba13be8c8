package java.lang;

import trine.Trine;

// See Integer: a boxed character is a reference that holds its code. The tests know ASCII only.
public final class Character implements Comparable<Character> {
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';

    private Character() {}

    public static Character valueOf(char value) {
        return value;
    }

    public static int compare(char left, char right) {
        return left - right;
    }

    public static boolean isDigit(char value) {
        return value >= '0' && value <= '9';
    }

    public static boolean isLetter(char value) {
        return isLowerCase(value) || isUpperCase(value);
    }

    public static boolean isLetterOrDigit(char value) {
        return isLetter(value) || isDigit(value);
    }

    public static boolean isLowerCase(char value) {
        return value >= 'a' && value <= 'z';
    }

    public static boolean isUpperCase(char value) {
        return value >= 'A' && value <= 'Z';
    }

    public static boolean isWhitespace(char value) {
        return value == ' ' || value >= '\t' && value <= '\r';
    }

    public static char toLowerCase(char value) {
        return isUpperCase(value) ? (char) (value + 32) : value;
    }

    public static char toUpperCase(char value) {
        return isLowerCase(value) ? (char) (value - 32) : value;
    }

    public static String toString(char value) {
        return Trine.opaque();
    }

    public char charValue() {
        return (char) Trine.number(this);
    }

    public int compareTo(Character other) {
        return (int) (Trine.number(this) - Trine.number(other));
    }

    public boolean equals(Object other) {
        return this == other;
    }
}
