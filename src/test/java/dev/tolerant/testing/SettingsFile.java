package dev.tolerant.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The properties that the program finds in its mounted configuration file. */
public final class SettingsFile {
    private static final String FILE = "application.properties";

    private SettingsFile() {}

    public static Map<String, String> with(String values) {
        return of(RenderedChart.with(values));
    }

    public static Map<String, String> of(RenderedChart chart) {
        ConfigMap settings = chart.named(ConfigMap.class, RenderedChart.NAME);
        assertThat(settings.getData()).containsOnlyKeys(FILE);
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(settings.getData().get(FILE)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        Map<String, String> map = new TreeMap<>();
        properties.forEach((name, value) -> map.put((String) name, (String) value));
        return map;
    }
}
