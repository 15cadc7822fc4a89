package dev.tolerant.facts;

import dev.tolerant.manifest.Manifest;
import dev.tolerant.settings.InvalidSettingsException;
import dev.tolerant.settings.OfflineSettings;
import dev.tolerant.settings.TolerantConfig;
import java.util.Optional;
import java.util.regex.Pattern;

/** The settings of the chart's release in a cluster. */
final class ReleaseSettings {
    private static final String FILE = "application.properties";
    private static final Pattern AUDIT =
            Pattern.compile("\\s*tolerant\\.mode\\s*[=:]\\s*audit\\s*", Pattern.CASE_INSENSITIVE);

    private ReleaseSettings() {}

    /** The settings of the release; the defaults if there is none. */
    static TolerantConfig in(ClusterFacts facts) throws InvalidSettingsException {
        Manifest map = map(facts).orElse(null);
        return map == null
                ? OfflineSettings.parsed("", "the defaults")
                : OfflineSettings.parsed(text(map), "ConfigMap " + map.namespace() + "/" + map.name());
    }

    /** Whether the release changes and refuses nothing; settings for other questions than this one always enforce. */
    static boolean audits(ClusterFacts facts) {
        return map(facts).map(ReleaseSettings::text).stream()
                .flatMap(String::lines)
                .anyMatch(line -> AUDIT.matcher(line).matches());
    }

    private static Optional<Manifest> map(ClusterFacts facts) {
        return facts.manifests(FactKind.CONFIG_MAP).stream()
                .filter(map -> !text(map).isEmpty())
                .findFirst();
    }

    private static String text(Manifest map) {
        return map.object().path("data").path(FILE).asText();
    }
}
