package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.DocumentFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents' commands are run by the build, and what they print is compared with what the documents show. */
class CommandsTest {
    private static final String OUTPUT = "-output";
    private static final Pattern BLOCK = Pattern.compile("(?m)^(?:<!-- (\\w+)(?:: ([a-z0-9-]+))? -->\\n)?```(\\w+)\\n");
    private static final Set<String> SHELLS = Set.of("sh", "bash", "shell");
    /** Of Helm's commands HelmCommandsChartTest takes care; kubectl's need a cluster. */
    private static final Set<String> RUN_ELSEWHERE = Set.of("helm", "cluster");

    private final String ci = DocumentFiles.text(Path.of(".ci/run"));
    private final List<MatchResult> blocks =
            BLOCK.matcher(DocumentFiles.read().text()).results().toList();

    @Test
    void everyCommandSaysByAMarkWhoRunsIt() {
        assertThat(blocks)
                .filteredOn(block -> SHELLS.contains(block.group(3)))
                .hasSizeGreaterThan(15)
                .allMatch(block -> "ci".equals(block.group(1)) || RUN_ELSEWHERE.contains(block.group(1)));
    }

    @Test
    void ciRunsEveryBlockThatIsMarkedForItAndComparesItsOutput() {
        List<String> names = marked().toList();

        assertThat(names)
                .doesNotHaveDuplicates()
                .filteredOn(name -> !name.endsWith(OUTPUT))
                .allMatch(wanted()::contains);
        assertThat(names)
                .filteredOn(name -> name.endsWith(OUTPUT))
                .allMatch(name -> names.contains(name.replace(OUTPUT, "")));
    }

    @Test
    void everyBlockThatCiNamesIsThere() {
        assertThat(marked()).containsAll(wanted());
    }

    private Set<String> wanted() {
        Stream<String> alone = Pattern.compile("\\(block ([a-z0-9-]+)\\)")
                .matcher(ci)
                .results()
                .map(use -> use.group(1));
        Stream<String> compared = Pattern.compile("(?m)^ *documented \\d \".*\" ([a-z0-9 -]+)$")
                .matcher(ci)
                .results()
                .flatMap(use -> Stream.of(use.group(1).split(" ")));
        return Stream.concat(alone, compared).collect(Collectors.toSet());
    }

    private Stream<String> marked() {
        return blocks.stream().filter(block -> "ci".equals(block.group(1))).map(block -> block.group(2));
    }
}
