package dev.tolerant.fuzz;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/** What inputs are thrown at. */
enum FuzzTarget {
    REVIEW(ReviewFuzz.class, ReviewFuzz::fuzzerTestOneInput),
    POD(PodFuzz.class, PodFuzz::fuzzerTestOneInput),
    MANAGED_FIELDS(ManagedFieldsFuzz.class, ManagedFieldsFuzz::fuzzerTestOneInput),
    QUANTITY(QuantityFuzz.class, QuantityFuzz::fuzzerTestOneInput),
    ANNOTATION(AnnotationFuzz.class, AnnotationFuzz::fuzzerTestOneInput),
    POLICY(PolicyFuzz.class, PolicyFuzz::fuzzerTestOneInput),
    MANIFEST(ManifestFuzz.class, ManifestFuzz::fuzzerTestOneInput);

    private final Class<?> type;
    private final Consumer<byte[]> target;

    FuzzTarget(Class<?> type, Consumer<byte[]> target) {
        this.type = type;
        this.target = target;
    }

    /** The class that Jazzer calls. */
    String className() {
        return type.getName();
    }

    String fileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The inputs that every build tries again. */
    KeptInputs kept() {
        return new KeptInputs(Path.of("src/test/resources/fuzz", fileName() + ".zip"));
    }

    /** Fails if the program does not take the input as it should. */
    void take(byte[] input) {
        target.accept(input);
    }
}
