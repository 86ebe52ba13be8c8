package java.lang;

import trine.Trine;

// See Integer: a boxed character is a reference that holds its code. What kind of letter one outside of Latin-1 is, is
// not followed.
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
        return isDigit((int) value);
    }

    public static boolean isLetter(char value) {
        return isLetter((int) value);
    }

    public static boolean isLetterOrDigit(char value) {
        return isLetterOrDigit((int) value);
    }

    public static boolean isAlphabetic(int value) {
        return isLetter(value);
    }

    public static boolean isLowerCase(char value) {
        return isLowerCase((int) value);
    }

    public static boolean isUpperCase(char value) {
        return isUpperCase((int) value);
    }

    public static boolean isWhitespace(char value) {
        return isWhitespace((int) value);
    }

    public static boolean isSpaceChar(char value) {
        if (value > 255) return Trine.opaque();
        return value == ' ' || value == 0xa0;
    }

    public static char toLowerCase(char value) {
        return (char) toLowerCase((int) value);
    }

    public static char toUpperCase(char value) {
        return (char) toUpperCase((int) value);
    }

    public static boolean isDigit(int value) {
        if (value > 255) return Trine.opaque();
        return value >= '0' && value <= '9';
    }

    public static boolean isLetter(int value) {
        return isLowerCase(value) || isUpperCase(value);
    }

    public static boolean isLetterOrDigit(int value) {
        return isLetter(value) || isDigit(value);
    }

    public static boolean isLowerCase(int value) {
        if (value > 255) return Trine.opaque();
        if (value == 0xaa || value == 0xb5 || value == 0xba) return true;
        return value >= 'a' && value <= 'z' || value >= 0xdf && value != 0xf7;
    }

    public static boolean isUpperCase(int value) {
        if (value > 255) return Trine.opaque();
        return value >= 'A' && value <= 'Z' || value >= 0xc0 && value <= 0xde && value != 0xd7;
    }

    public static boolean isWhitespace(int value) {
        if (value > 255) return Trine.opaque();
        return value == ' ' || value >= '\t' && value <= '\r' || value >= 28 && value <= 31;
    }

    public static int toLowerCase(int value) {
        if (value > 255) return Trine.opaque();
        return isUpperCase(value) ? value + 32 : value;
    }

    public static int toUpperCase(int value) {
        if (value > 255) return Trine.opaque();
        if (value == 0xb5) return 0x39c;
        if (value == 0xff) return 0x178;
        if (value == 0xaa || value == 0xba || value == 0xdf) return value;
        return isLowerCase(value) ? value - 32 : value;
    }

    public static int getNumericValue(char value) {
        return getNumericValue((int) value);
    }

    public static int getNumericValue(int value) {
        if (value > 255) return Trine.opaque();
        if (value == 0xb9) return 1;
        if (value == 0xb2 || value == 0xb3) return value - 0xb0;
        return value >= 0xbc && value <= 0xbe ? -2 : digit(value, 36);
    }

    public static int digit(char value, int radix) {
        return digit((int) value, radix);
    }

    public static int digit(int value, int radix) {
        if (value > 255) return Trine.opaque();
        int number = -1;
        if (value >= '0' && value <= '9') number = value - '0';
        else if (value >= 'a' && value <= 'z') number = value - 'a' + 10;
        else if (value >= 'A' && value <= 'Z') number = value - 'A' + 10;
        return radix >= 2 && radix <= 36 && number < radix ? number : -1;
    }

    public static String toString(int value) {
        if (value < 0 || value > 0x10ffff) throw new IllegalArgumentException();
        if (value > 0xffff) return Trine.opaque();
        return Trine.ofUnit((char) value);
    }

    public static String toString(char value) {
        return Trine.ofUnit(value);
    }

    public char charValue() {
        return (char) Trine.number(this);
    }

    public int compareTo(Character other) {
        return (int) (Trine.number(this) - Trine.number(other));
    }

    public boolean equals(Object other) {
        return other instanceof Character && charValue() == ((Character) other).charValue();
    }

    public static int hashCode(char value) {
        return value;
    }

    public int hashCode() {
        return charValue();
    }

    public String toString() {
        return toString(charValue());
    }
}
