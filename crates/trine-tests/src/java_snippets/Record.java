package recorder;

import java.io.*;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.tools.*;

/** Compiles and runs snippets that come on its input, and prints what they compute and how they end. */
public class Record {
    static final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
    static final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    static StandardJavaFileManager library;

    /** The run that goes on; a run that is given up goes on without one. */
    static final InheritableThreadLocal<StringBuilder> log = new InheritableThreadLocal<>();

    public static void main(String[] arguments) throws Exception {
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        library = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        while (true) {
            int count;
            try {
                count = in.readInt();
            } catch (EOFException end) {
                Runtime.getRuntime().halt(0);
                return;
            }
            Map<String, String> units = new LinkedHashMap<>();
            for (int i = 0; i < count; i++) {
                String name = text(in);
                units.put(name, text(in));
            }
            answer(units);
            out.println("DONE");
            out.flush();
        }
    }

    static String text(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static void answer(Map<String, String> units) throws Exception {
        Map<String, String> refused = new TreeMap<>();
        Map<String, byte[]> classes = new HashMap<>();
        List<Source> sources = new ArrayList<>();
        units.forEach((name, text) -> sources.add(new Source(name, text)));
        while (!sources.isEmpty()) {
            classes.clear();
            Map<String, String> errors = new TreeMap<>();
            DiagnosticListener<JavaFileObject> heard = said -> {
                if (said.getKind() != Diagnostic.Kind.ERROR || said.getSource() == null) return;
                String name = ((Source) said.getSource()).unit;
                errors.putIfAbsent(name, said.getLineNumber() + ": " + said.getMessage(Locale.ROOT));
            };
            JavaFileManager manager = new Memory(classes);
            List<String> options = List.of("-nowarn", "-proc:none", "-Xdiags:verbose", "-g:lines,vars,source");
            boolean fine;
            try {
                fine = compiler.getTask(null, manager, heard, options, null, sources).call();
            } catch (RuntimeException broken) {
                fine = false;
                for (Source one : sources) errors.put(one.unit, "the compiler: " + broken);
            }
            if (fine) break;
            if (errors.isEmpty()) for (Source one : sources) errors.put(one.unit, "an error without a place");
            refused.putAll(errors);
            sources.removeIf(one -> errors.containsKey(one.unit));
        }
        for (String name : units.keySet()) {
            out.println("UNIT " + name);
            if (refused.containsKey(name)) {
                out.println("REFUSED " + literal(refused.get(name)));
            } else {
                out.print(run(name, classes));
            }
        }
    }

    static String run(String name, Map<String, byte[]> classes) throws Exception {
        StringBuilder told = new StringBuilder();
        Thread thread = new Thread(() -> {
            log.set(told);
            Loader loader = new Loader(classes);
            loader.setDefaultAssertionStatus(true);
            try {
                Class.forName(name + ".Main", false, loader).getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
                tell(told, "OVER");
            } catch (InvocationTargetException error) {
                tell(told, died(error.getCause(), name));
            } catch (Throwable error) {
                tell(told, died(error, name));
            }
        }, "main");
        thread.start();
        thread.join(4000);
        synchronized (told) {
            return thread.isAlive() ? "HANGS\n" : told.toString();
        }
    }

    static String died(Throwable error, String name) {
        int line = 0;
        String file = "Main.java";
        for (StackTraceElement frame : error.getStackTrace()) {
            if (frame.getClassName().startsWith(name + ".") && file.equals(frame.getFileName())) {
                line = frame.getLineNumber();
                break;
            }
        }
        return "DIED " + line + " " + error.getClass().getName() + " " + literal(error.getMessage());
    }

    static void tell(StringBuilder told, String line) {
        synchronized (told) {
            told.append(line).append('\n');
        }
    }

    static void value(int at, String kind, String value) {
        tell(log.get(), "VALUE " + at + " " + kind + " " + value);
    }

    public static void check(int at, boolean value) { value(at, "boolean", "" + value); }
    public static void check(int at, char value) { value(at, "char", "" + (int) value); }
    public static void check(int at, byte value) { value(at, "int", "" + value); }
    public static void check(int at, short value) { value(at, "int", "" + value); }
    public static void check(int at, int value) { value(at, "int", "" + value); }
    public static void check(int at, long value) { value(at, "long", "" + value); }
    public static void check(int at, float value) { value(at, "float", Float.toString(value)); }
    public static void check(int at, double value) { value(at, "double", Double.toString(value)); }
    public static void check(int at, String value) { value(at, "String", value == null ? "null" : literal(value)); }

    public static void check(int at, Object value) {
        if (value == null) value(at, "Object", "null");
        else if (value instanceof Integer || value instanceof Long || value instanceof Boolean || value instanceof Short
            || value instanceof Byte || value instanceof Double || value instanceof Float || value instanceof Character)
            value(at, value.getClass().getSimpleName(), value instanceof Character c ? "" + (int) c : value.toString());
        else value(at, "Object", literal(String.valueOf(value)));
    }

    public static void end() {
        tell(log.get(), "END");
    }

    static String literal(String text) {
        if (text == null) return "null";
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (c >= ' ' && c < 127) quoted.append(c);
                    else quoted.append(String.format("\\u%04x", (int) c));
                }
            }
        }
        return quoted.append('"').toString();
    }

    static final class Source extends SimpleJavaFileObject {
        final String unit;
        final String text;

        Source(String unit, String text) {
            super(URI.create("string:///" + unit + "/Main.java"), Kind.SOURCE);
            this.unit = unit;
            this.text = text;
        }

        @Override public CharSequence getCharContent(boolean ignore) { return text; }
    }

    static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, byte[]> classes;

        Memory(Map<String, byte[]> classes) {
            super(library);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location to, String name, JavaFileObject.Kind kind, FileObject from) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override public void close() { classes.put(name, toByteArray()); }
                    };
                }
            };
        }
    }

    static final class Loader extends ClassLoader {
        final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(Record.class.getClassLoader());
            this.classes = classes;
        }

        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) throw new ClassNotFoundException(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
