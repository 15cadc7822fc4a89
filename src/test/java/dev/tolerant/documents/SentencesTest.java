package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import dev.tolerant.testing.DocumentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sentences that the program and its chart say; {@code target/sentences.md} has all of them, to be read in one go. */
class SentencesTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path CHART = Path.of("helm/tolerant");
    private static final Path WRITTEN = Path.of("target/sentences.md");
    private static final String VALUE = "…";
    /** Three words at least, of which two begin with a letter. */
    private static final Pattern SENTENCE = Pattern.compile("(?s).*\\p{L}\\S* +\\S+ +\\p{L}.*");

    private static final Pattern SAID_BY_THE_CHART =
            Pattern.compile("(?m)^ *(?:- )?(?:message|messageExpression|summary|description): +(.*)$");
    /** They stopped readers, or have a plainer word. */
    private static final Pattern UNCLEAR = Pattern.compile(
            "(?i)\\b(nobody|somebody|whoever|whosoever|anew|in truth|all the same|way out|such a one|of its own accord)\\b");

    private static final Map<String, Set<String>> SENTENCES = new TreeMap<>();

    @BeforeAll
    static void collect() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, null, null, files.getJavaFileObjectsFromPaths(below(SOURCES, ".java")));
            for (CompilationUnitTree unit : task.parse()) {
                Set<String> sentences = new TreeSet<>();
                new Sentences(sentences).scan(unit, null);
                add(Path.of(unit.getSourceFile().getName()).getFileName(), sentences);
            }
        }
        for (Path file : below(CHART, ".yaml", ".tpl", ".txt")) {
            Stream<String> said = file.endsWith("NOTES.txt")
                    ? DocumentFiles.text(file).lines()
                    : SAID_BY_THE_CHART
                            .matcher(DocumentFiles.text(file))
                            .results()
                            .map(match -> match.group(1));
            Set<String> sentences = new TreeSet<>();
            said.filter(SENTENCE.asMatchPredicate()).forEach(sentences::add);
            add(CHART.relativize(file), sentences);
        }
        StringBuilder text = new StringBuilder("# What the program and its chart say\n");
        SENTENCES.forEach((file, sentences) -> {
            text.append("\n## ").append(file).append("\n\n");
            sentences.forEach(sentence -> text.append("- ").append(sentence).append('\n'));
        });
        Files.createDirectories(WRITTEN.getParent());
        Files.writeString(WRITTEN, text);
    }

    private static Collection<Path> below(Path folder, String... endings) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }

    private static void add(Path file, Set<String> sentences) {
        if (!sentences.isEmpty()) {
            SENTENCES.put(file.toString(), sentences);
        }
    }

    @Test
    void allOfThemAreFound() throws IOException {
        assertThat(SENTENCES).hasSizeGreaterThan(150);
        assertThat(Files.readString(WRITTEN))
                .contains("- the body is not an AdmissionReview: it must be a JSON object\n")
                .contains("- toleration … is not in the whitelist of namespace …; remove it from spec.tolerations");
    }

    @Test
    void noneHasAWordThatIsHardToRead() {
        SENTENCES.forEach((file, sentences) -> assertThat(sentences)
                .as(file)
                .noneMatch(sentence -> UNCLEAR.matcher(sentence).find()));
    }

    /** Collects texts, with a sign in place of each value that a text is put together with. */
    private static final class Sentences extends TreeScanner<Void, Void> {
        private final Set<String> sentences;

        Sentences(Set<String> sentences) {
            this.sentences = sentences;
        }

        @Override
        public Void visitBinary(BinaryTree tree, Void none) {
            if (tree.getKind() != Kind.PLUS) {
                return super.visitBinary(tree, none);
            }
            add(joined(tree));
            return null;
        }

        private String joined(Tree tree) {
            if (tree instanceof BinaryTree sum && sum.getKind() == Kind.PLUS) {
                return joined(sum.getLeftOperand()) + joined(sum.getRightOperand());
            }
            if (tree.getKind() == Kind.STRING_LITERAL) {
                return ((LiteralTree) tree).getValue().toString();
            }
            scan(tree, null);
            return VALUE;
        }

        @Override
        public Void visitLiteral(LiteralTree tree, Void none) {
            if (tree.getKind() == Kind.STRING_LITERAL) {
                add(tree.getValue().toString());
            }
            return null;
        }

        private void add(String text) {
            if (SENTENCE.matcher(text).matches()) {
                sentences.add(text.strip().replaceAll("\\s+", " ").replaceAll("%(\\d\\$)?[a-z]", VALUE));
            }
        }
    }
}
