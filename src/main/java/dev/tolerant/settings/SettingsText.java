package dev.tolerant.settings;

import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.Config;

/** Settings as the text of a {@code .properties} file, read and written as the program's own. */
public final class SettingsText {
    private static final String PREFIX = "tolerant.";
    private static final Pattern UNKNOWN = Pattern.compile("(\\S.*) in \\S.* does not map to any root");
    private static final Pattern UNREADABLE = Pattern.compile(
            "The config property (.+?) with the config value \"(.*)\" threw an Exception whilst being converted"
                    + "(?: [\\w.$]+:)?(.*)");

    private SettingsText() {}

    /**
     * The settings of a text; what it leaves out has its default.
     *
     * @throws InvalidSettingsException if the program would not start with them
     */
    public static TolerantConfig read(String text) throws InvalidSettingsException {
        Properties properties = properties(text);
        List<String> foreign = new TreeSet<>(properties.stringPropertyNames())
                .stream()
                        .filter(name -> !name.startsWith(PREFIX))
                        .map(name -> name + " is no setting of this program: their names begin with " + PREFIX)
                        .toList();
        if (!foreign.isEmpty()) {
            throw new InvalidSettingsException(foreign);
        }
        try {
            return new SmallRyeConfigBuilder()
                    .addDiscoveredConverters()
                    .addDefaultInterceptors()
                    .withMapping(TolerantConfig.class)
                    .withSources(new PropertiesConfigSource(
                            properties.stringPropertyNames().stream()
                                    .collect(Collectors.toMap(name -> name, properties::getProperty)),
                            "settings",
                            500))
                    .build()
                    .getConfigMapping(TolerantConfig.class);
        } catch (ConfigValidationException invalid) {
            throw new InvalidSettingsException(IntStream.range(0, invalid.getProblemCount())
                    .mapToObj(i -> sentence(invalid.getProblem(i).getMessage()))
                    .toList());
        } catch (RuntimeException invalid) {
            throw new InvalidSettingsException(List.of(sentence(String.valueOf(invalid.getMessage()))));
        }
    }

    private static Properties properties(String text) throws InvalidSettingsException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException badEscape) {
            throw new InvalidSettingsException(
                    List.of("the text has a \\u that four hexadecimal digits must follow; write \\\\ for a backslash"));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return properties;
    }

    /** The library's message without its codes and the classes of its exceptions. */
    private static String sentence(String problem) {
        String message = problem.replaceFirst("^(?:[\\w.$]+: )?SRCFG\\d+: ", "");
        Matcher unknown = UNKNOWN.matcher(message);
        if (unknown.matches()) {
            return unknown.group(1) + " is no setting";
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
        return unreadable.group(1) + " cannot be \"" + unreadable.group(2) + "\": " + why;
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
                || name.startsWith("tolerant.rules.");
    }
}
