package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.documents.SettingDescriptions;
import dev.tolerant.documents.SettingDescriptions.Description;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The chart describes a setting in the words of the settings' own Javadoc, and may add what only holds for the chart. */
class SettingWordsChartTest {
    /**
     * Other settings' values differ from theirs: a cluster has no directory, certificates have modes of their own, and the
     * keeper's mode is capped by another value.
     */
    private static final Pattern SHARED = Pattern.compile(
            "tolerant\\.(mode|comparison-operators|pods-opt-out|rules\\..*" + "|fleet\\.patches-per-second)");

    private static final Pattern DASH = Pattern.compile("-(.)");

    @Test
    void valuesSayWhatTheJavadocSays() throws IOException {
        Map<String, String> comments =
                ValuesComments.of(RenderedChart.read(RenderedChart.CHART.resolve("values.yaml")));
        Map<String, Description> settings = SettingDescriptions.read();
        settings.keySet().removeIf(name -> !SHARED.matcher(name).matches());

        assertThat(settings).hasSizeGreaterThan(15).allSatisfy((name, setting) -> {
            String value = valueOf(name);
            assertThat(comments.get(value) + " ").startsWith(setting.meaning() + " ");
        });
    }

    /** The path of the chart's value for a setting. */
    private static String valueOf(String setting) {
        String path = DASH.matcher(setting.replaceFirst("^tolerant\\.", "").replaceFirst("\\.\\*$", ""))
                .replaceAll(dashed -> dashed.group(1).toUpperCase(Locale.ROOT));
        return path.startsWith("fleet.") ? path : "settings." + path;
    }
}
