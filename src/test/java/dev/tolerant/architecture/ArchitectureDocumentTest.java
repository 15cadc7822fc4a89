package dev.tolerant.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.DocumentFiles;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/architecture.md} with the program's rooms and their imports. */
class ArchitectureDocumentTest {
    @Test
    void theTableOfRoomsIsWhatTheArchitectureTestHolds() {
        Map<String, Set<String>> rooms = new TreeMap<>();
        Arrays.stream(DocumentedRoom.values()).forEach(room -> rooms.put(room.toString(), names(room.knows())));

        Map<String, Set<String>> documented = new TreeMap<>();
        DocumentFiles.read()
                .table("rooms")
                .forEach(row ->
                        documented.put(DocumentFiles.code(row.get(0)), new TreeSet<>(DocumentFiles.codes(row.get(2)))));

        assertThat(documented).isEqualTo(rooms);
    }

    private static Set<String> names(Set<DocumentedRoom> rooms) {
        return rooms.stream().map(DocumentedRoom::toString).collect(Collectors.toCollection(TreeSet::new));
    }
}
