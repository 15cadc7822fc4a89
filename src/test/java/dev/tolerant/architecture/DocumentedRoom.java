package dev.tolerant.architecture;

import dev.tolerant.testing.DocumentFiles;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A package of the program, as the table of rooms in {@code docs/architecture.md} has it.
 *
 * @param name its name below {@code dev.tolerant}, which is the name of the program's own
 * @param job what it does
 * @param known the names of the packages that it may import
 */
record DocumentedRoom(String name, String job, Set<String> known) {
    private static final String ROOT = "dev.tolerant";
    private static final List<DocumentedRoom> ALL = DocumentFiles.read().table("rooms").stream()
            .map(row -> new DocumentedRoom(
                    DocumentFiles.code(row.get(0)), row.get(1), Set.copyOf(DocumentFiles.codes(row.get(2)))))
            .toList();

    static List<DocumentedRoom> all() {
        return ALL;
    }

    /** The room of a package or of a class in it. */
    static DocumentedRoom of(String name) {
        boolean isOfTheProgram = name.equals(ROOT) || name.matches(ROOT + "\\.[A-Z]\\w*");
        return ALL.stream()
                .filter(room ->
                        room.name.equals(ROOT) ? isOfTheProgram : (name + ".").startsWith(ROOT + "." + room.name + "."))
                .max(Comparator.comparingInt(room -> room.name.length()))
                .orElseThrow(() -> new AssertionError(name + " is in no room"));
    }

    /** The part of the program that it belongs to: the first name of its package. */
    String wing() {
        return name.replaceFirst("\\..*", "");
    }

    /** Its folder below the sources. */
    String folder() {
        return (name.equals(ROOT) ? ROOT : ROOT + "." + name).replace('.', '/');
    }
}
