package dev.tolerant.facts;

import dev.tolerant.manifest.Manifest;
import dev.tolerant.settings.InvalidSettingsException;
import dev.tolerant.settings.OfflineSettings;
import dev.tolerant.settings.TolerantConfig;

/** The settings of the chart's release in a cluster. */
final class ReleaseSettings {
    private static final String FILE = "application.properties";

    private ReleaseSettings() {}

    /** The settings of the release; the defaults if there is none. */
    static TolerantConfig in(ClusterFacts facts) throws InvalidSettingsException {
        for (Manifest map : facts.manifests(FactKind.CONFIG_MAP)) {
            String text = map.object().path("data").path(FILE).asText();
            if (!text.isEmpty()) {
                return OfflineSettings.parsed(text, "ConfigMap " + map.namespace() + "/" + map.name());
            }
        }
        return OfflineSettings.parsed("", "the defaults");
    }
}
