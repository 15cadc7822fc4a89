package dev.tolerant.settings;

import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.Reader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads settings as the program does at start, with a sentence for each one that it cannot read. */
final class MappedSettings {
    /** Below system properties (400) and the environment (300), above the defaults. */
    private static final int ORDINAL = 275;

    private static final Pattern UNKNOWN = Pattern.compile("(\\S.*) in \\S.* does not map to any root");
    private static final Pattern UNREADABLE = Pattern.compile(
            "The config property (.*?) with the config value \"(.*)\" threw an Exception whilst being converted"
                    + "(?: [\\w.$]+:)?(.*)");

    private static final Pattern UNRESOLVED = Pattern.compile("Could not expand value (.+) in property (.+)");

    private static final Pattern EMPTY = Pattern.compile("The config property (.+?) is defined as the empty String .*");

    private MappedSettings() {}

    /**
     * The settings, with the defaults and what else the builder has.
     *
     * @param place the beginning of each sentence
     */
    static TolerantConfig read(SmallRyeConfigBuilder builder, Map<String, String> settings, String place)
            throws InvalidSettingsException {
        try {
            return builder.addDiscoveredConverters()
                    .addDefaultInterceptors()
                    .withMapping(TolerantConfig.class)
                    .withSources(new PropertiesConfigSource(settings, "settings", ORDINAL))
                    .build()
                    .getConfigMapping(TolerantConfig.class);
        } catch (ConfigValidationException invalid) {
            throw new InvalidSettingsException(IntStream.range(0, invalid.getProblemCount())
                    .mapToObj(i -> place + sentence(invalid.getProblem(i).getMessage()))
                    .toList());
        } catch (RuntimeException invalid) {
            throw new InvalidSettingsException(List.of(place + sentence(String.valueOf(invalid.getMessage()))));
        }
    }

    /**
     * The settings in a text, which has the format of a {@code .properties} file.
     *
     * @param place the beginning of each sentence
     */
    static Map<String, String> properties(Reader text, String place) throws IOException, InvalidSettingsException {
        Properties properties = new Properties();
        try {
            properties.load(text);
        } catch (IllegalArgumentException badEscape) {
            throw new InvalidSettingsException(
                    List.of(place + "four hexadecimal digits must follow \\u; write \\\\ for a backslash"));
        }
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }

    /** The library's message without its codes and the classes of its exceptions. */
    private static String sentence(String problem) {
        String message = problem.replaceFirst("^(?:[\\w.$]+: )?SRCFG\\d+: ", "");
        Matcher unknown = UNKNOWN.matcher(message);
        if (unknown.matches()) {
            return unknown.group(1) + " is not a setting";
        }
        Matcher empty = EMPTY.matcher(message);
        if (empty.matches()) {
            return empty.group(1) + " is empty: give it a value, or remove it";
        }
        Matcher unresolved = UNRESOLVED.matcher(message);
        if (unresolved.matches()) {
            return unresolved.group(2) + " refers to ${" + unresolved.group(1)
                    + "}, which has no value here: write the value itself";
        }
        Matcher unreadable = UNREADABLE.matcher(message);
        if (!unreadable.matches()) {
            return message;
        }
        String why = unreadable
                .group(3)
                .trim()
                .replaceFirst("^SRCFG\\d+: ", "")
                .replaceFirst("^Cannot convert .* to enum class .*, allowed values: ", "it must be one of ");
        if (unreadable.group(1).equals(unreadable.group(2))) {
            // A map's key, which is not a value of its own: its converter names the setting.
            return why;
        }
        return unreadable.group(1) + " cannot be \"" + unreadable.group(2) + "\": " + why;
    }
}
