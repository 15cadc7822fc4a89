package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.testing.ExplainedCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every document. */
class DocumentsTest {
    private static final int README_LINES = 200;
    private static final Path LIBRARY = Path.of("policies/README.md");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern LISTED = Pattern.compile("(?m)^\\| \\[([^]]+)\\]\\(\\1/README\\.md\\)");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(DocumentFiles.paths());
        documents.add(Path.of("CONTRIBUTING.md"));
        documents.add(Path.of("CHANGELOG.md"));
        documents.add(Path.of("SECURITY.md"));
        documents.add(Path.of("SCOPE.md"));
        documents.add(Path.of("helm/tolerant/README.md"));
        documents.add(LIBRARY);
        ExplainedCase.ofLibrary().forEach(each -> documents.add(each.directory().resolve("README.md")));
        return documents;
    }

    @Test
    void theReadmeIsReadInTenMinutes() {
        assertThat(DocumentFiles.text(DocumentFiles.README).lines().count()).isLessThanOrEqualTo(README_LINES);
    }

    @Test
    void theReadmeLinksToEveryPage() {
        assertThat(DocumentFiles.paths())
                .filteredOn(page -> !page.equals(DocumentFiles.README))
                .hasSizeGreaterThan(5)
                .allMatch(page -> DocumentFiles.text(DocumentFiles.README).contains("](" + page + ")"));
    }

    @Test
    void theLibraryListsAllItsPolicies() throws IOException {
        List<String> folders = ExplainedCase.ofLibrary().stream()
                .map(each -> each.directory().getFileName().toString())
                .toList();

        List<String> listed = LISTED.matcher(DocumentFiles.text(LIBRARY))
                .results()
                .map(row -> row.group(1))
                .toList();

        assertThat(listed).containsExactlyInAnyOrderElementsOf(folders);
        assertThat(DocumentFiles.text(DocumentFiles.README)).contains("](" + LIBRARY + ")");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyRelativeLinkLeadsToAFileAndAHeading(Path document) {
        List<String> broken = LINK.matcher(prose(document))
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.contains("://"))
                .filter(link -> !leadsSomewhere(document, link))
                .toList();

        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path document, String link) {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty()
                ? document
                : document.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
    }

    /** As GitHub makes them of headings. */
    private static Set<String> anchors(Path file) {
        return prose(file)
                .lines()
                .filter(line -> line.matches("#+ .*"))
                .map(heading -> heading.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static String prose(Path file) {
        return CODE_BLOCK.matcher(DocumentFiles.text(file)).replaceAll("");
    }
}
