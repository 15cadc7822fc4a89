package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.webhook.Webhook;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds what README says equal to what the code does. */
class ReadmeTest {
    private final Readme readme = Readme.read();

    @Test
    void theTableOfSettingsHasEverySettingWithItsDefault() {
        // Given
        Map<String, String> settings = new TreeMap<>();
        ConfigMappings.getProperties(ConfigClass.configClass(TolerantConfig.class, "tolerant"))
                .forEach((name, property) -> settings.put(
                        name.replaceAll("\\[\\*\\]$", ""),
                        property.hasDefaultValue() ? property.getDefaultValue() : ""));

        // When
        Map<String, String> documented = new TreeMap<>();
        readme.table("settings").forEach(row -> documented.put(Readme.code(row.get(0)), Readme.code(row.get(1))));

        // Then
        assertThat(documented).isEqualTo(settings);
    }

    @Test
    void theTableOfErrorsIsWhatTheProgramAnswers() {
        // Given
        Webhook webhook = Webhook.with(Map.of());

        for (List<String> row : readme.table("errors")) {
            // When
            String message = webhook.refusalOf(Readme.code(row.get(0)).getBytes(StandardCharsets.UTF_8));

            // Then
            assertThat(row.get(1)).isEqualTo("400");
            assertThat(message).as(row.get(0)).isEqualTo(row.get(2));
        }
    }

    @Test
    void everySentenceForAnInvalidReviewIsInReadme() throws IOException {
        // Given
        String code = Files.readString(Path.of("src/main/java/dev/tolerant/review/ReviewReader.java"));
        Matcher sentences =
                Pattern.compile("new InvalidReviewException\\(\\s*\"([^\"]*)\"").matcher(code);

        // When
        List<String> missing = new ArrayList<>();
        int found = 0;
        while (sentences.find()) {
            found++;
            if (!readme.text().contains(sentences.group(1).trim())) {
                missing.add(sentences.group(1));
            }
        }

        // Then
        assertThat(found).isGreaterThan(6);
        assertThat(missing).isEmpty();
    }

    @Test
    void theTableOfMetricsNamesEveryReason() {
        // Given
        Map<String, String> rows = new TreeMap<>();
        readme.table("metrics").forEach(row -> rows.put(Readme.code(row.get(0)), row.get(2)));

        // Then
        assertThat(codesIn(rows.get("tolerant_refusals_total")))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Refusal.Reason.values())
                        .map(Refusal.Reason::code)
                        .toList());
        assertThat(codesIn(rows.get("tolerant_skipped_total")))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(SkipReason.values()).map(SkipReason::code).toList());
        assertThat(codesIn(rows.get("tolerant_reviews_total")))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Decision.Verdict.values())
                        .map(Decision.Verdict::code)
                        .toList());
    }

    @Test
    void everyCommandIsRunByTheBuild() throws IOException {
        // Given
        String ci = Files.readString(Path.of(".ci/run"));
        Matcher blocks = Pattern.compile("(?:<!-- (ci|helm): ([a-z0-9-]+) -->\\n)?```sh\\n")
                .matcher(readme.text());

        // When
        List<String> notRun = new ArrayList<>();
        while (blocks.find()) {
            // HelmCommandsChartTest runs those of Helm.
            if (!"helm".equals(blocks.group(1)) && !ci.contains("readme " + blocks.group(2))) {
                notRun.add(String.valueOf(blocks.group(2)));
            }
        }

        // Then
        assertThat(notRun).isEmpty();
    }

    private static List<String> codesIn(String cell) {
        return Pattern.compile("`([^`]*)`")
                .matcher(cell)
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
