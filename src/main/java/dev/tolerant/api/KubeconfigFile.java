package dev.tolerant.api;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.kubernetes.client.utils.Utils;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file that says where clusters are and as whom to ask them, in YAML or JSON. */
public record KubeconfigFile(File file) {
    // As kubectl, which takes no number for a token: 007 would be another one.
    private static final ObjectMapper STRICT = strict();

    private static ObjectMapper strict() {
        ObjectMapper mapper = Serialization.jsonMapper().copy();
        ManifestFile.takesTextAlone(mapper.coercionConfigFor(LogicalType.Textual));
        return mapper;
    }

    /** Those that count where none is named: the ones of {@code KUBECONFIG} that exist, else {@code ~/.kube/config}. */
    public static List<KubeconfigFile> usual() {
        if (!Utils.getSystemPropertyOrEnvVar(
                io.fabric8.kubernetes.client.Config.KUBERNETES_AUTH_TRYKUBECONFIG_SYSTEM_PROPERTY, true)) {
            return List.of();
        }
        return io.fabric8.kubernetes.client.Config.getKubeconfigFilenames().stream()
                .map(File::new)
                // The library ignores empty files.
                .filter(file -> file.isFile() && file.length() > 0)
                .map(KubeconfigFile::new)
                .toList();
    }

    /**
     * The content of the file.
     *
     * @throws InvalidKubeconfigException if it cannot be read, or is anything else
     */
    public Config read() throws InvalidKubeconfigException {
        if (!file.isFile() || !file.canRead()) {
            throw new InvalidKubeconfigException(file + " cannot be read: check its permissions");
        }
        try {
            List<JsonNode> documents = ManifestFile.read(file.toPath()).documents();
            if (documents.size() != 1 || !documents.get(0).isObject()) {
                throw isNone("");
            }
            return withPlace(STRICT.treeToValue(documents.get(0), Config.class));
        } catch (JsonMappingException wrong) {
            String path = ManifestProblem.path(wrong);
            throw isNone(path.isEmpty() ? "" : path + " has a value that does not fit; ");
        } catch (InvalidManifestException wrong) {
            throw isNone(wrong.problem().message() + "; ");
        } catch (IOException unreadable) {
            throw new InvalidKubeconfigException(file + " cannot be read: check its permissions");
        }
    }

    private InvalidKubeconfigException isNone(String why) {
        return new InvalidKubeconfigException(
                file + " is not a kubeconfig: " + why + "write clusters, users and contexts as YAML or JSON");
    }

    /** Notes the file as the library's own reader does: paths are relative to it. */
    private Config withPlace(Config config) {
        if (config.getContexts() != null) {
            config.getContexts()
                    .forEach(each -> each.setAdditionalProperty("KUBERNETES_CONFIG_CONTEXT_FILE_KEY", file));
        }
        if (config.getClusters() != null) {
            config.getClusters()
                    .forEach(each -> each.setAdditionalProperty("KUBERNETES_CONFIG_CLUSTER_FILE_KEY", file));
        }
        if (config.getUsers() != null) {
            config.getUsers().forEach(each -> each.setAdditionalProperty("KUBERNETES_CONFIG_AUTH_INFO_FILE_KEY", file));
        }
        return config;
    }

    /**
     * The configuration of a client by these files together, the first of a name counting, and by what the environment says.
     *
     * @param context null for the current one
     */
    public static io.fabric8.kubernetes.client.Config clientConfig(@Nullable String context, List<Config> files) {
        io.fabric8.kubernetes.client.Config config = io.fabric8.kubernetes.client.Config.empty();
        KubeConfigUtils.merge(config, context, files.toArray(Config[]::new));
        io.fabric8.kubernetes.client.Config.configFromSysPropsOrEnvVars(config);
        return config;
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

    /** The root cause in one line, where the library has failed. */
    public static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).lines().findFirst().orElse("");
    }

    /** A kubeconfig that cannot be used; the message is one sentence. */
    public static final class InvalidKubeconfigException extends Exception {
        private static final long serialVersionUID = 1L;

        InvalidKubeconfigException(String message) {
            super(message);
        }
    }
}
