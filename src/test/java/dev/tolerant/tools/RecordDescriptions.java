package dev.tolerant.tools;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** What the Javadoc of records says about their components. */
final class RecordDescriptions {
    private static final Path SOURCES = Path.of("src/main/java");

    private final Map<Path, Map<String, String>> byFile = new HashMap<>();

    /** Null for a component without a {@code @param}. */
    @Nullable
    String of(Field component) {
        Class<?> outermost = component.getDeclaringClass();
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        Path source = SOURCES.resolve(outermost.getName().replace('.', '/') + ".java");
        return source.toFile().exists()
                ? byFile.computeIfAbsent(source, RecordDescriptions::read).get(key(component))
                : null;
    }

    private static String key(Field component) {
        return component.getDeclaringClass().getSimpleName() + "." + component.getName();
    }

    private static Map<String, String> read(Path source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(source));
            Comments comments = new Comments(DocTrees.instance(task));
            comments.scan(task.parse(), null);
            return comments.found;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Collects what classes say of their parameters. */
    private static final class Comments extends TreePathScanner<Void, Void> {
        private final Map<String, String> found = new HashMap<>();
        private final DocTrees trees;

        Comments(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitClass(ClassTree type, Void none) {
            DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            if (comment != null) {
                for (DocTree tag : comment.getBlockTags()) {
                    if (tag instanceof ParamTree param) {
                        found.put(type.getSimpleName() + "." + param.getName(), text(param));
                    }
                }
            }
            return super.visitClass(type, none);
        }

        private static String text(ParamTree param) {
            return param.getDescription().stream()
                    .map(DocTree::toString)
                    .collect(Collectors.joining())
                    .replaceAll("\\s+", " ");
        }
    }
}
