package java.lang;

import java.util.IllegalFormatConversionException;
import java.util.UnknownFormatConversionException;
import trine.Trine;

// The parts of a format: `%`, flags, a width, a precision, and the kind of a value. It is no class of Java's.
final class Formats {
    private Formats() {}

    // A format is read as a whole before anything of it is used.
    static void check(String format) {
        if (format == null) throw new NullPointerException();
        int at = 0;
        while (true) {
            int mark = Trine.find(format, "%", at);
            if (mark < 0) return;
            int end = end(format, mark + 1);
            if (end >= format.length()) throw new UnknownFormatConversionException("%");
            char kind = Trine.unitAt(format, end);
            if ("$<tT".indexOf(kind) >= 0) Trine.unmodelled("a format with indices or dates");
            if ("bBhHsScCdoxXeEfgGaA%n".indexOf(kind) < 0) throw new UnknownFormatConversionException("" + kind);
            if (end > mark + 1 && !isUsual(format, mark + 1, end, kind)) Trine.unmodelled("a format with these flags");
            at = end + 1;
        }
    }

    // Where the kind of a value is.
    static int end(String format, int from) {
        int at = from;
        while (at < format.length() && "-#+ 0,(.123456789".indexOf(Trine.unitAt(format, at)) >= 0) at++;
        return at;
    }

    // Whether a width, or a precision of what has one, is all that is said: other flags have rules of their own.
    private static boolean isUsual(String format, int from, int end, char kind) {
        int at = from;
        boolean left = Trine.unitAt(format, at) == '-';
        if (left) at++;
        else if (Trine.unitAt(format, at) == '0' && "dxXof".indexOf(kind) >= 0) at++;
        int digits = at;
        while (at < end && isDigit(Trine.unitAt(format, at))) at++;
        boolean wide = at > digits;
        if (at == end) return wide && kind != 'n' && Trine.unitAt(format, digits) != '0';
        if ((at > from && !wide) || Trine.unitAt(format, at) != '.' || "sbf".indexOf(kind) < 0) return false;
        int precision = at + 1;
        at = precision;
        while (at < end && isDigit(Trine.unitAt(format, at))) at++;
        return at == end && at > precision;
    }

    private static boolean isDigit(char unit) {
        return unit >= '0' && unit <= '9';
    }

    // The text of a part: with a width or a precision it is not followed.
    static String of(String format, int mark, int end, String text) {
        return end == mark + 1 ? text : Trine.opaque();
    }

    static String one(char kind, Object value) {
        if (kind == 's') return String.valueOf(value);
        if (kind == 'S') return String.valueOf(value).toUpperCase();
        if (kind == 'b') return value instanceof Boolean ? String.valueOf(value) : value == null ? "false" : "true";
        if (kind == 'B') return value instanceof Boolean ? String.valueOf(value).toUpperCase() : value == null ? "FALSE" : "TRUE";
        if (value == null) return "cCdoxefgah".indexOf(kind) >= 0 && kind != 'C' ? "null" : "NULL";
        boolean whole = value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
        if (kind == 'd' && whole) return value.toString();
        if ("oxX".indexOf(kind) >= 0 && whole) return Trine.opaque();
        if ((kind == 'c' || kind == 'C') && value instanceof Character) {
            return kind == 'c' ? value.toString() : value.toString().toUpperCase();
        }
        if (kind == 'c' || kind == 'C') {
            if (whole && !(value instanceof Long)) return Trine.opaque();
        } else if (kind == 'h' || kind == 'H') {
            value.hashCode();
            return Trine.opaque();
        } else if ("eEfgGaA".indexOf(kind) >= 0 && (value instanceof Double || value instanceof Float)) {
            return Trine.opaque();
        }
        throw new IllegalFormatConversionException();
    }
}
