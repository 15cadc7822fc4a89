package dev.tolerant.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.DocumentFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares {@code docs/architecture.md} with what the packages say of themselves; {@link ArchitectureTest} holds who imports whom. */
class ArchitectureDocumentTest {
    static List<DocumentedRoom> rooms() {
        return DocumentedRoom.all();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void eachPackageSaysItsJobAsTheTableOfRoomsDoes(DocumentedRoom room) {
        String text = DocumentFiles.text(Path.of("src/main/java", room.folder(), "package-info.java"))
                .replaceAll("/\\*\\*|\\n \\*/?|\\*/", "")
                .replaceAll("\\s+", " ");

        assertThat(text.strip().toLowerCase()).startsWith(room.job().toLowerCase() + ". package ");
    }
}
