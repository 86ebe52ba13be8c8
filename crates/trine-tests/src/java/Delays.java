import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Puts a delay before every statement of each file, so that every synchronisation and every access can come late. */
public class Delays {
    public static void main(String[] files) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String file : files) {
            String text = Files.readString(Path.of(file));
            try (var manager = compiler.getStandardFileManager(null, null, null)) {
                JavacTask task = (JavacTask) compiler.getTask(null, manager, d -> { }, null, null,
                    manager.getJavaFileObjects(file));
                TreeSet<Integer> places = new TreeSet<>();
                for (CompilationUnitTree unit : task.parse()) places(unit, Trees.instance(task), places);
                StringBuilder changed = new StringBuilder(text);
                for (int place : places.descendingSet()) changed.insert(place, "Delay.now(); ");
                Path to = Files.createDirectories(Path.of(file).resolveSibling("delayed"));
                Files.writeString(to.resolve(Path.of(file).getFileName()), changed);
            }
        }
    }

    static void places(CompilationUnitTree unit, Trees trees, Set<Integer> places) {
        SourcePositions positions = trees.getSourcePositions();
        new TreeScanner<Void, Void>() {
            void before(List<? extends StatementTree> statements) {
                for (StatementTree statement : statements) {
                    if (statement instanceof ClassTree || isConstructorCall(statement)) continue;
                    long at = positions.getStartPosition(unit, statement);
                    if (at >= 0) places.add((int) at);
                }
            }

            @Override public Void visitBlock(BlockTree block, Void none) {
                before(block.getStatements());
                return super.visitBlock(block, none);
            }

            @Override public Void visitCase(CaseTree one, Void none) {
                if (one.getStatements() != null) before(one.getStatements());
                return super.visitCase(one, none);
            }
        }.scan(unit, null);
    }

    static boolean isConstructorCall(StatementTree statement) {
        String text = statement.toString();
        return text.startsWith("this(") || text.startsWith("super(");
    }
}
