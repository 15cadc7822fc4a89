package dev.tolerant.settings;

import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;

/** Settings as the text of a {@code .properties} file, read and written as the program's own. */
public final class SettingsText {
    private static final String PREFIX = "tolerant.";

    private SettingsText() {}

    /**
     * The settings of a text; what it leaves out has its default.
     *
     * @throws InvalidSettingsException if the program would not start with them
     */
    public static TolerantConfig read(String text) throws InvalidSettingsException {
        Map<String, String> settings = properties(text);
        List<String> foreign = new TreeSet<>(settings.keySet())
                .stream()
                        .filter(name -> !name.startsWith(PREFIX))
                        .map(name -> name + " is not a setting of this program, whose settings begin with " + PREFIX)
                        .toList();
        if (!foreign.isEmpty()) {
            throw new InvalidSettingsException(foreign);
        }
        return MappedSettings.read(new SmallRyeConfigBuilder(), settings, "");
    }

    private static Map<String, String> properties(String text) throws InvalidSettingsException {
        try {
            return MappedSettings.properties(new StringReader(text), "");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The settings that decide about pods, with their values. */
    public static String write(Config config) {
        TreeSet<String> names =
                new TreeSet<>(ConfigMappings.getProperties(ConfigClass.configClass(TolerantConfig.class, "tolerant"))
                        .keySet());
        config.getPropertyNames().forEach(names::add);
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            if (isOfDecisions(name) && !name.contains("*")) {
                String value =
                        Objects.requireNonNullElse(config.getConfigValue(name).getValue(), "");
                lines.add(name + "=" + value.replace("\\", "\\\\"));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static boolean isOfDecisions(String name) {
        return name.equals("tolerant.mode")
                || name.equals("tolerant.comparison-operators")
                || name.equals("tolerant.pods-opt-out")
                || name.startsWith("tolerant.reservations.")
                || name.startsWith("tolerant.rules.");
    }
}
