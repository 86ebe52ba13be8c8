package java.lang;

import trine.Trine;

// A string is a constant that can be compared; its characters are not followed.
public final class String implements Comparable<String>, CharSequence {
    public static String valueOf(Object value) {
        return Trine.opaque();
    }

    public static String valueOf(int value) {
        return Trine.opaque();
    }

    public static String valueOf(long value) {
        return Trine.opaque();
    }

    public static String valueOf(char value) {
        return Trine.opaque();
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(double value) {
        return Trine.opaque();
    }

    public static String format(String format, Object... values) {
        return Trine.opaque();
    }

    public static String join(CharSequence separator, CharSequence... parts) {
        return Trine.opaque();
    }

    public String formatted(Object... values) {
        return Trine.opaque();
    }

    public int length() {
        return Trine.opaque();
    }

    public char charAt(int index) {
        return Trine.opaque();
    }

    public boolean isEmpty() {
        return this == "";
    }

    public boolean isBlank() {
        return Trine.opaque();
    }

    public boolean equals(Object other) {
        return this == other;
    }

    public boolean equalsIgnoreCase(String other) {
        return Trine.opaque();
    }

    public int compareTo(String other) {
        if (this == other) return 0;
        return Trine.opaque();
    }

    public boolean contains(CharSequence part) {
        return Trine.opaque();
    }

    public boolean startsWith(String prefix) {
        return Trine.opaque();
    }

    public boolean endsWith(String suffix) {
        return Trine.opaque();
    }

    public int indexOf(String part) {
        return Trine.opaque();
    }

    public int indexOf(int character) {
        return Trine.opaque();
    }

    public String substring(int begin) {
        return Trine.opaque();
    }

    public String substring(int begin, int end) {
        return Trine.opaque();
    }

    public String trim() {
        return Trine.opaque();
    }

    public String strip() {
        return Trine.opaque();
    }

    public String toLowerCase() {
        return Trine.opaque();
    }

    public String toUpperCase() {
        return Trine.opaque();
    }

    public String replace(CharSequence from, CharSequence to) {
        return Trine.opaque();
    }

    public String repeat(int count) {
        return Trine.opaque();
    }

    public String concat(String other) {
        return Trine.opaque();
    }

    public String[] split(String pattern) {
        return Trine.opaque();
    }

    public char[] toCharArray() {
        return Trine.opaque();
    }

    public byte[] getBytes() {
        return Trine.opaque();
    }

    public String intern() {
        return this;
    }

    public int hashCode() {
        return Trine.opaque();
    }

    public String toString() {
        return this;
    }
}
