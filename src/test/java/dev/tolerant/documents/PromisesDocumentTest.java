package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.DocumentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/promises.md} and the tests name the same promises and defects. */
class PromisesDocumentTest {
    private static final Path TESTS = Path.of("src/test/java");
    /** In a comment. */
    private static final Pattern PROMISE = Pattern.compile("\\bPromises? (\\d+)\\b");
    /** The beginning of a method's name, or after a bracket in a comment. */
    private static final Pattern DEFECT = Pattern.compile("void d(\\d+)[A-Z]|\\(D(\\d+)[,)]");

    private final DocumentFiles documents = DocumentFiles.read();

    @Test
    void everyPromiseIsHeldByTheTestsThatItNames() throws IOException {
        assertThat(documented("promises", "")).hasSize(9).isEqualTo(cited(PROMISE, ""));
    }

    @Test
    void everyDefectIsHeldByTheTestsThatItNames() throws IOException {
        assertThat(documented("defects", "D")).hasSizeGreaterThan(15).isEqualTo(cited(DEFECT, "D"));
    }

    /** The names of tests by the number of what they hold. */
    private Map<String, Set<String>> documented(String table, String prefix) {
        Map<String, Set<String>> tests = new TreeMap<>();
        for (List<String> row : documents.table(table)) {
            assertThat(row.get(0)).startsWith(prefix);
            tests.put(row.get(0), new TreeSet<>(DocumentFiles.codes(row.get(2))));
        }
        return tests;
    }

    private static Map<String, Set<String>> cited(Pattern citation, String prefix) throws IOException {
        Map<String, Set<String>> tests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path file : files.filter(each -> each.toString().matches(".*(Test|IT)\\.java"))
                    .toList()) {
                String test = file.getFileName().toString().replace(".java", "");
                citation.matcher(DocumentFiles.text(file)).results().forEach(found -> {
                    String number = found.group(1) == null ? found.group(2) : found.group(1);
                    tests.computeIfAbsent(prefix + number, none -> new TreeSet<>())
                            .add(test);
                });
            }
        }
        return tests;
    }
}
