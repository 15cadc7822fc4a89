package dev.tolerant.documents;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.tolerant.settings.TolerantConfig;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** What the Javadoc of {@link TolerantConfig} says about each setting, as Markdown. */
public final class SettingDescriptions {
    private static final Path SOURCE = Path.of("src/main/java/dev/tolerant/settings/TolerantConfig.java");

    private SettingDescriptions() {}

    /** One setting; the default is empty if there is none. */
    public record Description(String defaultValue, String meaning) {}

    /** By the settings' names, in the order of the source. */
    public static Map<String, Description> read() {
        Map<String, String> javadoc = javadoc();
        Map<String, Map.Entry<String, Description>> byMethod = new HashMap<>();
        ConfigMappings.getProperties(ConfigClass.configClass(TolerantConfig.class, "tolerant"))
                .forEach((name, property) -> {
                    String method = key(property.getMethod());
                    byMethod.put(
                            method,
                            Map.entry(
                                    name.replaceAll("\\[\\*\\]$", ""),
                                    new Description(
                                            property.hasDefaultValue() ? property.getDefaultValue() : "",
                                            javadoc.getOrDefault(method, ""))));
                });
        Map<String, Description> descriptions = new LinkedHashMap<>();
        javadoc.keySet().stream().filter(byMethod::containsKey).forEach(method -> {
            Map.Entry<String, Description> setting = byMethod.remove(method);
            descriptions.put(setting.getKey(), setting.getValue());
        });
        if (!byMethod.isEmpty()) {
            throw new AssertionError("settings without Javadoc in " + SOURCE + ": " + byMethod.keySet());
        }
        return descriptions;
    }

    private static String key(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /** By interface and method. */
    private static Map<String, String> javadoc() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(SOURCE));
            Comments comments = new Comments(DocTrees.instance(task));
            for (CompilationUnitTree unit : task.parse()) {
                comments.scan(unit, null);
            }
            return comments.found;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Collects the comments of methods. */
    private static final class Comments extends TreePathScanner<Void, Void> {
        private final Map<String, String> found = new LinkedHashMap<>();
        private final DocTrees trees;

        Comments(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            TreePath path = getCurrentPath();
            DocCommentTree comment = trees.getDocCommentTree(path);
            if (comment != null) {
                ClassTree declaring = (ClassTree) path.getParentPath().getLeaf();
                found.put(declaring.getSimpleName() + "." + method.getName(), markdown(comment));
            }
            return super.visitMethod(method, none);
        }

        private static String markdown(DocCommentTree comment) {
            return comment.getFullBody().stream()
                    .map(Comments::markdown)
                    .collect(Collectors.joining())
                    .replaceAll("\\s+", " ");
        }

        private static String markdown(DocTree part) {
            if (part instanceof TextTree text) {
                return text.getBody();
            }
            if (part.getKind() == DocTree.Kind.CODE) {
                return "`" + ((LiteralTree) part).getBody().getBody() + "`";
            }
            throw new AssertionError("settings are described by text and {@code ...}, not by " + part);
        }
    }
}
