package dev.tolerant.settings;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the program's settings for commands that start no server. */
public final class OfflineSettings {
    private OfflineSettings() {}

    /** The settings of a file, if there is one; system properties and the environment take precedence over it. */
    public static TolerantConfig read(@Nullable Path file) throws IOException, InvalidSettingsException {
        return file == null ? merged(Map.of(), "the settings") : of(properties(file), file.toString());
    }

    /**
     * The settings of a cluster, in the text of a {@code .properties} file; neither system properties nor the environment
     * of this machine count. Settings of other programs, such as Quarkus, are passed over.
     *
     * @param place where they come from, for messages
     */
    public static TolerantConfig parsed(String text, String place) throws InvalidSettingsException {
        try {
            Map<String, String> settings =
                    new HashMap<>(MappedSettings.properties(new StringReader(text), place + ": "));
            settings.keySet().removeIf(name -> !name.startsWith("tolerant."));
            return MappedSettings.read(new SmallRyeConfigBuilder(), settings, place + ": ");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * The same for settings by their full names.
     *
     * @param place where they come from, for messages
     */
    public static TolerantConfig of(Map<String, String> settings, String place) throws InvalidSettingsException {
        if (!settings.isEmpty()) {
            MappedSettings.read(new SmallRyeConfigBuilder(), settings, place + ": ");
        }
        return merged(settings, place);
    }

    /** Unknown names pass here: the environment may have variables of other programs that begin alike. */
    private static TolerantConfig merged(Map<String, String> settings, String place) throws InvalidSettingsException {
        return MappedSettings.read(
                new SmallRyeConfigBuilder().addDefaultSources().withValidateUnknown(false), settings, place + ": ");
    }

    private static Map<String, String> properties(Path file) throws IOException, InvalidSettingsException {
        try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return MappedSettings.properties(text, file + ": ");
        }
    }
}
