package dev.tolerant.observed.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import dev.tolerant.settings.TolerantConfig;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/** The settings of the chart's release in a cluster. */
public final class ReleaseSettings {
    static final String FILE = "application.properties";

    /** All objects of the chart have it with the value {@link #PROGRAM}. */
    public static final String LABEL = "app.kubernetes.io/part-of";

    public static final String PROGRAM = "tolerant";

    private ReleaseSettings() {}

    /** Without the settings of other programs, so that none is a secret; empty if it has none of this program's. */
    static Optional<Manifest> only(Manifest map) throws IOException {
        if (text(map).isEmpty() || !map.label(LABEL).equals(PROGRAM)) {
            return Optional.empty();
        }
        Properties all = properties(map);
        all.keySet().removeIf(name -> !String.valueOf(name).startsWith("tolerant."));
        StringWriter ours = new StringWriter();
        all.store(ours, null);
        ObjectNode object = map.object().deepCopy();
        String lines = ours.toString()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
        object.putObject("data").put(FILE, lines);
        return Optional.of(map.with(object));
    }

    /** True where the program runs in the object, as the labels say that the chart gives its Deployment and its pods. */
    public static boolean isOfProgram(JsonNode object) {
        JsonNode labels = object.at("/metadata/labels");
        return labels.path(LABEL).asText().equals(PROGRAM)
                && labels.path("app.kubernetes.io/component").asText().equals("webhook");
    }

    /** The defaults if none of these is a release's. */
    public static TolerantConfig in(List<Manifest> maps) throws InvalidSettingsException {
        Manifest map =
                maps.stream().filter(each -> !text(each).isEmpty()).findFirst().orElse(null);
        return map == null
                ? Settings.defaults()
                : Settings.ofCluster(text(map), "ConfigMap " + map.namespace() + "/" + map.name());
    }

    private static Properties properties(Manifest map) throws IOException {
        Properties all = new Properties();
        try {
            all.load(new StringReader(text(map)));
        } catch (IllegalArgumentException wrong) {
            throw new IOException("data['" + FILE + "'] cannot be read: " + wrong.getMessage(), wrong);
        }
        return all;
    }

    private static String text(Manifest map) {
        return map.object().path("data").path(FILE).asText();
    }
}
