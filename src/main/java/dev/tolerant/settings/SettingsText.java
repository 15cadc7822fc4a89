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
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;

/** Settings as the text of a {@code .properties} file, read and written as the program's own. */
public final class SettingsText {
    private static final String PREFIX = "tolerant.";
    /** More than a program has; a stranger's text could keep the library busy for minutes. */
    private static final int MAX_SETTINGS = 1000;

    private static final int MAX_NAME = 400;
    private static final int MAX_VALUE = 10_000;
    /** Characters of a name that is too long. */
    private static final int SHOWN = 40;

    private SettingsText() {}

    /**
     * The settings of a text; what it leaves out has its default.
     *
     * @throws InvalidSettingsException if the program would not start with them
     */
    public static TolerantConfig read(String text) throws InvalidSettingsException {
        Map<String, String> settings = properties(text);
        checkSize(settings);
        List<String> foreign = new TreeSet<>(settings.keySet())
                .stream()
                        .filter(name -> !name.startsWith(PREFIX))
                        .map(name -> name + " is not a setting of this program, whose settings begin with " + PREFIX)
                        .toList();
        if (!foreign.isEmpty()) {
            throw new InvalidSettingsException(foreign);
        }
        // A few that refer to each other can make a value of any length.
        List<String> referring = new TreeSet<>(settings.keySet())
                .stream()
                        .filter(name -> settings.getOrDefault(name, "").contains("${"))
                        .map(name ->
                                name + " must not refer to another setting: write the value itself instead of ${...}")
                        .toList();
        if (!referring.isEmpty()) {
            throw new InvalidSettingsException(referring);
        }
        return MappedSettings.read(new SmallRyeConfigBuilder(), settings, "");
    }

    private static void checkSize(Map<String, String> settings) throws InvalidSettingsException {
        if (settings.size() > MAX_SETTINGS) {
            throw new InvalidSettingsException(List.of("there are " + settings.size() + " settings, and at most "
                    + MAX_SETTINGS + " are read: leave out those that you do not need"));
        }
        List<String> tooLong = new ArrayList<>();
        new TreeMap<>(settings).forEach((name, value) -> {
            if (name.length() > MAX_NAME) {
                tooLong.add("the name that begins with " + name.substring(0, SHOWN) + " has " + name.length()
                        + " characters, and no setting's name has more than " + MAX_NAME);
            } else if (value.length() > MAX_VALUE) {
                tooLong.add(name + " has " + value.length() + " characters, and at most " + MAX_VALUE
                        + " are read: shorten it");
            }
        });
        if (!tooLong.isEmpty()) {
            throw new InvalidSettingsException(tooLong);
        }
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
                || name.startsWith("tolerant.controllers.")
                || name.startsWith("tolerant.rules.");
    }
}
