package dev.tolerant.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The shape of the program: a pure core, thin edges, no cycles, small files. */
class ArchitectureTest {
    private static final String[] CORE = {
        "dev.tolerant.toleration..",
        "dev.tolerant.pod..",
        "dev.tolerant.policy..",
        "dev.tolerant.decision..",
        "dev.tolerant.rule.."
    };

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.tolerant");

    @Test
    void theCoreImportsNothingButJavaAndItself() {
        ArchRuleDefinition.classes()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(Stream.concat(Stream.of(CORE), Stream.of("java..", "org.jspecify.annotations.."))
                        .toArray(String[]::new))
                .check(CLASSES);
    }

    @Test
    void theAnswerPathDoesNotTouchTheKubernetesClient() {
        noClasses()
                .that()
                .resideInAPackage("dev.tolerant.admission..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8.kubernetes.client..")
                .check(CLASSES);
    }

    @Test
    void explanationsKnowNoServerAndNoCluster() {
        noClasses()
                .that()
                .resideInAPackage("dev.tolerant.explain..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.quarkus..", "jakarta..", "io.fabric8..", "org.eclipse.microprofile..")
                .check(CLASSES);
    }

    @Test
    void oneClassAppliesPatches() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.tolerant.explain.AppliedPatch")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.github.fge..")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.tolerant.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noClassIsNamedAfterAPatternInsteadOfANoun() {
        noClasses().should().haveNameMatching(".*(Utils?|Helper|Manager|Impl)").check(CLASSES);
    }

    @Test
    void noFileIsLongerThanThreeHundredLines() throws IOException {
        // When
        List<Path> tooLong;
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            tooLong = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(ArchitectureTest::isTooLong)
                    .toList();
        }

        // Then
        assertThat(tooLong).isEmpty();
    }

    private static boolean isTooLong(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count() > 300;
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
