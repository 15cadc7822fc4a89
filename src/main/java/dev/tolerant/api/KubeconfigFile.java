package dev.tolerant.api;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.JsonMappingException;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.utils.Utils;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A file that says where clusters are and as whom to ask them, in JSON or in YAML's block style. */
public record KubeconfigFile(File file) {
    /** Those that count where none is named: the ones of {@code KUBECONFIG} that exist, else {@code ~/.kube/config}. */
    public static List<KubeconfigFile> usual() {
        if (!Utils.getSystemPropertyOrEnvVar(
                io.fabric8.kubernetes.client.Config.KUBERNETES_AUTH_TRYKUBECONFIG_SYSTEM_PROPERTY, true)) {
            return List.of();
        }
        return io.fabric8.kubernetes.client.Config.getKubeconfigFilenames().stream()
                .map(File::new)
                // The library passes over empty files.
                .filter(file -> file.isFile() && file.length() > 0)
                .map(KubeconfigFile::new)
                .toList();
    }

    /**
     * What it says.
     *
     * @throws InvalidKubeconfigException if it cannot be read, or is anything else
     */
    public Config read() throws InvalidKubeconfigException {
        String text;
        try {
            text = Files.readString(file.toPath());
        } catch (CharacterCodingException notText) {
            throw isNone("it is not UTF-8");
        } catch (IOException unreadable) {
            throw new InvalidKubeconfigException(file + " cannot be read: check its permissions");
        }
        try {
            return KubeConfigUtils.parseConfig(file);
        } catch (RuntimeException other) {
            throw isNone(whatIsWrong(text, other));
        }
    }

    /**
     * Demands a server that can be asked.
     *
     * @throws InvalidKubeconfigException if its address is none
     */
    public static void requireAddress(io.fabric8.kubernetes.client.Config config) throws InvalidKubeconfigException {
        try {
            var ignoredBecauseItIsOne = new URI(config.getMasterUrl());
        } catch (URISyntaxException none) {
            throw new InvalidKubeconfigException(
                    "the kubeconfig's server " + config.getMasterUrl() + " is not an address: write https://HOST:PORT");
        }
    }

    /** What was wrong in the first place, in one line, where the library has failed. */
    public static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).lines().findFirst().orElse("");
    }

    private InvalidKubeconfigException isNone(String why) {
        return new InvalidKubeconfigException(file + " is not a kubeconfig: " + why);
    }

    private static String whatIsWrong(String text, RuntimeException failure) {
        boolean empty = true;
        try {
            for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
                empty &= document == null;
            }
        } catch (MarkedYamlEngineException notYaml) {
            return "it is not YAML or JSON"
                    + notYaml.getProblemMark()
                            .map(mark -> " at line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1))
                            .orElse("");
        } catch (YamlEngineException notYaml) {
            return "it is not YAML or JSON";
        }
        if (empty) {
            return "it is empty";
        }
        // The library takes what begins with a brace for JSON.
        if (text.stripLeading().startsWith("{")
                && Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                        .anyMatch(JsonParseException.class::isInstance)) {
            return "it begins with a brace but is not JSON: write it as JSON, or in YAML's block style";
        }
        String field = field(failure);
        return field.isEmpty()
                ? "it must be an object with clusters, users and contexts"
                : "its field " + field + " has the wrong type";
    }

    /** The path of the field that cannot be read, such as {@code clusters[0].cluster}; empty if it is all of the file. */
    private static String field(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JsonMappingException wrong) {
                StringBuilder path = new StringBuilder();
                for (JsonMappingException.Reference step : wrong.getPath()) {
                    path.append(step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName());
                }
                return path.isEmpty() ? "" : path.substring(1);
            }
        }
        return "";
    }
}
