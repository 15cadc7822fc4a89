package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents for contributors name classes that exist; records of decisions stay as they were written. */
class NamedClassesTest {
    private static final Path PROGRAM = Path.of("src/main/java");
    private static final List<Path> SOURCES = List.of(PROGRAM, Path.of("src/test/java"), Path.of("bench"));
    /** Names of Kubernetes, of its API and of libraries. */
    private static final Set<String> OF_OTHERS = Set.of("TolerationPolicy", "Reservations", "TestProfile");

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    /** Within code, a name of several words, perhaps as the end of others. */
    private static final Pattern CAMEL_CASE =
            Pattern.compile("(?<![\\w./-])\\*?[A-Z][a-z0-9]+(?:[A-Z][a-zA-Z0-9]*)+\\b(?![/-])");

    private static final Pattern ONE_WORD = Pattern.compile("[A-Z][a-z]+");
    private static final Pattern TESTS = Pattern.compile("-Dtest='?([\\w*,]+)");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w*)");

    private static final Set<String> CLASSES = classes();

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(
                List.of(Path.of("CONTRIBUTING.md"), Path.of("docs/architecture.md"), Path.of("docs/promises.md")));
        try (Stream<Path> files = Files.walk(PROGRAM)) {
            files.filter(file -> file.endsWith("DESIGN.md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyClassThatADocumentNamesExists(Path document) {
        Set<String> named = named(DocumentFiles.text(document));

        assertThat(named).isNotEmpty().allMatch(NamedClassesTest::exists);
    }

    @Test
    void aClassThatIsGoneWouldBeSeen() {
        Set<String> named = named("""
                `GoneWriter` and `Gone`, see `mvnw test -Dtest='GoneTest,*GoneIT'`; `Injector`, `*ChartTest`,
                `tolerant.dev/GoneLabel` and `docs/GoneFile.md` are fine
                """);

        assertThat(named)
                .filteredOn(name -> !exists(name))
                .containsExactlyInAnyOrder("GoneWriter", "Gone", "GoneTest", "*GoneIT");
    }

    private static Set<String> named(String text) {
        Set<String> names = new TreeSet<>();
        CODE.matcher(text).results().map(code -> code.group(1)).forEach(code -> {
            CAMEL_CASE.matcher(code).results().forEach(name -> names.add(name.group()));
            if (ONE_WORD.matcher(code).matches()) {
                names.add(code);
            }
        });
        TESTS.matcher(text)
                .results()
                .forEach(tests -> names.addAll(List.of(tests.group(1).split(","))));
        names.removeAll(OF_OTHERS);
        return names;
    }

    /** Whether a class has the name, or one ends in it. */
    private static boolean exists(String name) {
        return name.startsWith("*")
                ? CLASSES.stream().anyMatch(each -> each.endsWith(name.substring(1)))
                : CLASSES.contains(name);
    }

    private static Set<String> classes() {
        Set<String> classes = new TreeSet<>();
        for (Path root : SOURCES) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> DECLARED.matcher(DocumentFiles.text(file))
                                .results()
                                .forEach(declared -> classes.add(declared.group(1))));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return classes;
    }
}
