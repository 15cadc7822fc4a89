package dev.tolerant.settings;

import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * The program's settings where it does not run: read as it reads them at start, with a sentence for each that it could not
 * read, and written. A text of settings has the format of a {@code .properties} file.
 */
public final class Settings {
    private static final String PREFIX = "tolerant.";
    /** Below system properties (400) and the environment (300), above the defaults. */
    private static final int ORDINAL = 275;

    private Settings() {}

    public static TolerantConfig defaults() {
        return mapped(new SmallRyeConfigBuilder(), Map.of());
    }

    /** System properties and the environment take precedence over the file, if there is one. */
    public static TolerantConfig read(@Nullable Path file) throws IOException, InvalidSettingsException {
        return file == null
                ? read(Map.of(), "the settings")
                : read(properties(Files.readString(file), file + ": "), file.toString());
    }

    /**
     * @param settings by their full names
     * @param place of the settings, for messages
     */
    public static TolerantConfig read(Map<String, String> settings, String place) throws InvalidSettingsException {
        // Unknown names are refused here alone: the environment may have variables of other programs that begin alike.
        if (!settings.isEmpty()) {
            checked(new SmallRyeConfigBuilder(), settings, place + ": ");
        }
        return checked(
                new SmallRyeConfigBuilder().addSystemSources().withValidateUnknown(false), settings, place + ": ");
    }

    /**
     * Ignores system properties, the environment of this machine, and settings of other programs, such as Quarkus.
     *
     * @param place of the text, for messages
     */
    public static TolerantConfig ofCluster(String text, String place) throws InvalidSettingsException {
        Map<String, String> settings = properties(text, place + ": ");
        settings.keySet().removeIf(Settings::isForeign);
        return checked(new SmallRyeConfigBuilder(), settings, place + ": ");
    }

    /** Refuses settings of other programs. */
    public static TolerantConfig ofText(String text) throws InvalidSettingsException {
        Map<String, String> settings = properties(text, "");
        List<String> foreign = settings.keySet().stream()
                .filter(Settings::isForeign)
                .map(name -> name + " is not a setting of this program, whose settings begin with " + PREFIX)
                .toList();
        if (!foreign.isEmpty()) {
            throw new InvalidSettingsException(foreign);
        }
        return checked(new SmallRyeConfigBuilder(), settings, "");
    }

    private static boolean isForeign(String name) {
        return !name.startsWith(PREFIX);
    }

    private static Map<String, String> properties(String text, String place) throws InvalidSettingsException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException badEscape) {
            throw new InvalidSettingsException(
                    List.of(place + "four hexadecimal digits must follow \\u; write \\\\ for a backslash"));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty, (one, other) -> one, TreeMap::new));
    }

    private static TolerantConfig checked(SmallRyeConfigBuilder builder, Map<String, String> settings, String place)
            throws InvalidSettingsException {
        try {
            return mapped(builder, settings);
        } catch (ConfigValidationException invalid) {
            throw new InvalidSettingsException(IntStream.range(0, invalid.getProblemCount())
                    .mapToObj(i -> place + sentence(invalid.getProblem(i).getMessage()))
                    .toList());
        } catch (RuntimeException invalid) {
            throw new InvalidSettingsException(List.of(place + sentence(String.valueOf(invalid.getMessage()))));
        }
    }

    private static TolerantConfig mapped(SmallRyeConfigBuilder builder, Map<String, String> settings) {
        return builder.addDiscoveredConverters()
                .addDefaultInterceptors()
                .withMapping(TolerantConfig.class)
                .withSources(new PropertiesConfigSource(settings, "settings", ORDINAL))
                .build()
                .getConfigMapping(TolerantConfig.class);
    }

    /** The library's message with what to do instead of its codes, its classes and those of its exceptions. */
    private static String sentence(String problem) {
        String unreadable = "^The config property (.*?) with the config value \"%s\" threw an Exception whilst being"
                + " converted(?: [\\w.$]+:)?\\s*(?:SRCFG\\d+: )?";
        return problem.replaceAll("\\R", " ")
                .replaceFirst("^(?:[\\w.$]+: )?SRCFG\\d+: ", "")
                .replaceFirst("^(\\S.*) in \\S.* does not map to any root$", "$1 is not a setting")
                .replaceFirst(
                        "^The config property (.+?) is defined as the empty String .*$",
                        "$1 is empty: give it a value, or remove it")
                .replaceFirst(
                        "^Could not expand value (.+) in property (.+)$",
                        "$2 refers to \\${$1}, which has no value here: write the value itself")
                // A map's key, which is not a value of its own: its converter names the setting.
                .replaceFirst(unreadable.formatted("\\1"), "")
                .replaceFirst(unreadable.formatted("(.*)"), "$1 cannot be \"$2\": ")
                .replaceFirst("Cannot convert .* to enum class .*, allowed values: ", "it must be one of ");
    }

    /** The settings that decide about pods. */
    public static String text(Config config) {
        TreeSet<String> names =
                new TreeSet<>(ConfigMappings.getProperties(ConfigClass.configClass(TolerantConfig.class, "tolerant"))
                        .keySet());
        config.getPropertyNames().forEach(names::add);
        return names.stream()
                .filter(name -> isOfDecisions(name) && !name.contains("*"))
                .map(name -> name + "=" + value(config, name).replace("\\", "\\\\") + "\n")
                .collect(Collectors.joining());
    }

    private static String value(Config config, String name) {
        return Objects.requireNonNullElse(config.getConfigValue(name).getValue(), "");
    }

    private static boolean isOfDecisions(String name) {
        return name.equals("tolerant.mode")
                || name.equals("tolerant.comparison-operators")
                || name.equals("tolerant.pods-opt-out")
                || name.startsWith("tolerant.reservations.")
                || name.startsWith("tolerant.rules.");
    }

    /** Settings that cannot be read. */
    public static final class InvalidSettingsException extends Exception {
        private final List<String> problems;

        InvalidSettingsException(List<String> problems) {
            super(String.join("; ", problems), null, false, false);
            this.problems = List.copyOf(problems);
        }

        /** A sentence for each setting that cannot be read, with its name. */
        public List<String> problems() {
            return problems;
        }
    }
}
