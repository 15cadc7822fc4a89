package dev.tolerant.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shape of the program: a pure domain, wings that do not see each other, rooms that know only what they need, no cycles, small files. */
class ArchitectureTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path TESTS = Path.of("src/test/java");
    private static final String PROGRAM = "dev.tolerant.";
    /** The rooms of the engine that decide; the others read and write. */
    private static final String[] DOMAIN = Stream.of("words", "policy", "standing", "rule")
            .map(room -> "dev.tolerant.engine." + room)
            .toArray(String[]::new);

    private static final JavaClasses CLASSES = classesOfTheProgram();

    private static JavaClasses classesOfTheProgram() {
        // The rules ask no more of other classes than their names.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter().importPath(Path.of("target/classes"));
    }

    @Test
    void eachRoomImportsOnlyTheRoomsItMayKnow() {
        List<String> violations = new ArrayList<>();
        for (Path file : javaFiles(SOURCES)) {
            DocumentedRoom room = DocumentedRoom.of(packageOf(file));
            for (String imported : importsOfTheProgram(file)) {
                DocumentedRoom other = DocumentedRoom.of(imported);
                if (!other.equals(room) && !room.known().contains(other.name())) {
                    violations.add(
                            file + " imports " + imported + ", but " + room.name() + " may not know " + other.name());
                }
            }
        }

        assertThat(violations).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "engine, observed, server, tools, settings, setup, api, certificate, page, thread, text",
        "text, observed, server, tools, settings, setup, api, certificate, page, thread",
        "observed, server, tools, api, thread, page",
        "server, tools",
        "tools, server"
    })
    void aWingKnowsNoneOfThese(ArgumentsAccessor wings) {
        List<String> others =
                wings.toList().stream().skip(1).map(String::valueOf).toList();

        assertThat(DocumentedRoom.all())
                .filteredOn(room -> room.wing().equals(wings.getString(0)))
                .isNotEmpty()
                .allSatisfy(room -> assertThat(room.known())
                        .as(room.name())
                        .extracting(known -> known.replaceFirst("\\..*", ""))
                        .doesNotContainAnyElementsOf(others));
    }

    @Test
    void eachRoomMayKnowOnlyTheRoomsItImports() {
        Map<String, Set<String>> unused = new HashMap<>();
        DocumentedRoom.all().forEach(room -> unused.put(room.name(), new HashSet<>(room.known())));

        for (Path file : javaFiles(SOURCES)) {
            importsOfTheProgram(file)
                    .forEach(imported -> unused.get(
                                    DocumentedRoom.of(packageOf(file)).name())
                            .remove(DocumentedRoom.of(imported).name()));
        }

        assertThat(unused)
                .allSatisfy((room, rooms) -> assertThat(rooms).as("%s", room).isEmpty());
    }

    @Test
    void noFileNamesAClassOfAnotherRoomInFull() {
        assertThat(javaFiles(SOURCES)).noneMatch(file -> code(file).anyMatch(line -> line.contains(PROGRAM)));
    }

    @Test
    void theDomainUsesNothingButJavaAndItself() {
        classes()
                .that()
                .resideInAnyPackage(DOMAIN)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(Stream.concat(Stream.of(DOMAIN), Stream.of("java..", "org.jspecify.annotations.."))
                        .toArray(String[]::new))
                .check(CLASSES);
    }

    @Test
    void onlyTheRoomForJsonBytesExtendsJacksonsParser() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.tolerant.engine.json..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson.core.json..", "com.fasterxml.jackson.core.sym..")
                .check(CLASSES);
    }

    /** Promise 5. */
    @Test
    void theAnswerPathUsesNoServerAndNoKubernetesClient() {
        noClasses()
                .that()
                .resideInAPackage("dev.tolerant.engine..")
                .and()
                .resideOutsideOfPackage("dev.tolerant.engine.crd..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fabric8.kubernetes.client..", "io.quarkus..", "io.vertx..", "jakarta..")
                .check(CLASSES);
    }

    @Test
    void onlyWhoNeedsAnApiServerTalksToOne() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.tolerant.server.cluster..",
                        "dev.tolerant.server.keeper..",
                        "dev.tolerant.server.certificate..",
                        "dev.tolerant.engine.crd..",
                        "dev.tolerant.api..",
                        "dev.tolerant.tools.reading..",
                        "dev.tolerant.tools.doctor..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8.kubernetes.client..")
                .check(CLASSES);
    }

    @Test
    void explanationsUseNoServerAndNoCluster() {
        noClasses()
                .that()
                .resideInAPackage("dev.tolerant.observed.explain..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.quarkus..", "jakarta..", "io.fabric8..", "org.eclipse.microprofile..")
                .check(CLASSES);
    }

    /** Dev mode and commands start it, each on a server of their own. */
    @Test
    void thePlaygroundUsesNoQuarkus() {
        noClasses()
                .that()
                .resideInAPackage("dev.tolerant.page..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.quarkus..", "jakarta..", "io.fabric8..", "org.eclipse.microprofile..")
                .check(CLASSES);
    }

    @Test
    void oneClassAppliesPatches() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.tolerant.observed.explain.Reviewed")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.github.fge..")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.tolerant.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void classesHaveNoCycles() {
        slices().assignedFrom(TOP_LEVEL_CLASSES).should().beFreeOfCycles().check(CLASSES);
    }

    /** A class with what is nested in it. */
    private static final SliceAssignment TOP_LEVEL_CLASSES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""));
        }

        @Override
        public String getDescription() {
            return "top-level classes";
        }
    };

    /** The JVM keeps no lambda of such an interface in an AOT cache: {@code findings/aot-lambda-interfaces.sh}. */
    @Test
    void noInterfaceOfLambdasHasADefaultMethodAndSomethingToInitialize() {
        assertThat(CLASSES)
                .filteredOn(each ->
                        each.isInterface() && each.getStaticInitializer().isPresent())
                .filteredOn(each -> each.getMethods().stream()
                                .filter(ArchitectureTest::isAbstract)
                                .count()
                        == 1)
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.getMethods())
                        .as(each.getName())
                        .allMatch(method ->
                                isAbstract(method) || method.getModifiers().contains(JavaModifier.STATIC)));
    }

    private static boolean isAbstract(JavaMethod method) {
        return method.getModifiers().contains(JavaModifier.ABSTRACT);
    }

    @Test
    void noClassIsNamedAfterAPatternInsteadOfANoun() {
        noClasses().should().haveNameMatching(".*(Utils?|Helper|Manager|Impl)").check(CLASSES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void noFileIsLongerThanFiveHundredLines(Path sources) {
        assertThat(javaFiles(sources))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(lines(file)).hasSizeLessThanOrEqualTo(500));
    }

    @Test
    void aFixtureThatTestsOfAnotherRoomUseIsInTesting() {
        assertThat(javaFiles(TESTS)).isNotEmpty().allSatisfy(file -> {
            String own = TESTS.relativize(file.getParent()).toString().replace('/', '.');
            assertThat(importsOfTheProgram(file))
                    .as("%s", file)
                    .noneMatch(imported -> imported.matches(".*\\.\\w+Fixture\\b.*")
                            && !imported.startsWith("dev.tolerant.testing.")
                            && !imported.startsWith(own + "."));
        });
    }

    /** Of two JVMs with Quarkus's class loader, one deletes an index from target/test-classes while the other reads that directory. */
    @Test
    void whatRunsInQuarkusOwnClassLoaderRunsAlone() {
        assertThat(javaFiles(TESTS))
                .filteredOn(file -> lines(file).contains("@QuarkusTest"))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(lines(file)).contains("@Tag(\"alone\")"));
    }

    private static List<Path> javaFiles(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String packageOf(Path file) {
        return SOURCES.relativize(file.getParent()).toString().replace('/', '.');
    }

    private static List<String> importsOfTheProgram(Path file) {
        return lines(file).stream()
                .filter(line -> line.startsWith("import "))
                .map(line -> line.replaceFirst("^import (static )?", ""))
                .filter(name -> name.startsWith(PROGRAM))
                .toList();
    }

    /** The lines of code: no imports, no package statement, no text blocks. */
    private static Stream<String> code(Path file) {
        Predicate<String> isHeader = line -> line.startsWith("import ") || line.startsWith("package ");
        return lines(file).stream().filter(isHeader.negate()).map(line -> line.replaceAll("\"[^\"]*\"", ""));
    }
}
