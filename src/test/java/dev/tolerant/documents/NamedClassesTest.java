package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.DocumentFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents for contributors, records of decisions too, name classes that exist. */
class NamedClassesTest {
    private static final Path PROGRAM = Path.of("src/main/java");
    private static final List<Path> SOURCES = List.of(PROGRAM, Path.of("src/test/java"), Path.of("bench"));
    /** Classes of libraries that the program does not use. */
    private static final Set<String> OF_OTHERS = Set.of("FilteringParserDelegate", "TCPServerBase");

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    /** Within code, a name of several words, perhaps as the end of others; not an option of the JVM. */
    private static final Pattern CAMEL_CASE =
            Pattern.compile("(?<![\\w./:+-])\\*?[A-Z][a-z0-9]+(?:[A-Z][a-zA-Z0-9]*)+\\b(?![/-])");

    private static final Pattern ONE_WORD = Pattern.compile("[A-Z][a-z]+");
    private static final Pattern TESTS = Pattern.compile("-Dtest='?([\\w*,]+)");
    /** A class, declared or imported, or in the program a string, such as a reason of a condition. */
    private static final Pattern KNOWN = Pattern.compile(
            "\\b(?:class|record|interface|enum) ([A-Z]\\w*)|(?m)^import [\\w.]+\\.(\\w+);|\"([A-Z]\\w*)\"");

    private static final Set<String> CLASSES = classes();

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(
                List.of(Path.of("CONTRIBUTING.md"), Path.of("docs/architecture.md"), Path.of("docs/promises.md")));
        try (Stream<Path> designs = Files.walk(PROGRAM);
                Stream<Path> decisions = Files.list(Path.of("docs/adr"))) {
            designs.filter(file -> file.endsWith("DESIGN.md")).sorted().forEach(documents::add);
            decisions.sorted().forEach(documents::add);
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyClassThatADocumentNamesExists(Path document) {
        Set<String> named = named(DocumentFiles.text(document));

        assertThat(named).allMatch(NamedClassesTest::exists);
    }

    @Test
    void theDocumentsNameClasses() throws IOException {
        assertThat(documents())
                .filteredOn(document -> !named(DocumentFiles.text(document)).isEmpty())
                .hasSizeGreaterThan(15);
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
                        .forEach(file -> KNOWN.matcher(DocumentFiles.text(file))
                                .results()
                                .flatMap(known -> Stream.of(1, 2, 3)
                                        .limit(file.startsWith(PROGRAM) ? 3 : 2)
                                        .map(known::group))
                                .filter(Objects::nonNull)
                                .forEach(classes::add));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return classes;
    }
}
