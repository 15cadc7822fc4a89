package dev.tolerant.api;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.kubernetes.client.utils.Utils;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A file that says where clusters are and as whom to ask them, in YAML or JSON. */
public record KubeconfigFile(File file) {
    // As kubectl, which takes no number for a token: 007 would be another one.
    private static final ObjectMapper STRICT = strict();

    private static ObjectMapper strict() {
        ObjectMapper mapper = Serialization.jsonMapper().copy();
        ManifestFile.takesTextAlone(mapper.coercionConfigFor(LogicalType.Textual));
        return mapper;
    }

    /** Of those that count where none is named: the ones of {@code KUBECONFIG} that exist, else {@code ~/.kube/config}. */
    public static List<Config> usual() throws InvalidKubeconfigException {
        List<Config> read = new ArrayList<>();
        if (Utils.getSystemPropertyOrEnvVar(
                io.fabric8.kubernetes.client.Config.KUBERNETES_AUTH_TRYKUBECONFIG_SYSTEM_PROPERTY, true)) {
            for (String name : io.fabric8.kubernetes.client.Config.getKubeconfigFilenames()) {
                File file = new File(name);
                // As the library, which ignores empty files.
                if (file.isFile() && file.length() > 0) {
                    read.add(new KubeconfigFile(file).read());
                }
            }
        }
        return read;
    }

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
        if (config.getClusters() != null) {
            config.getClusters()
                    .forEach(each -> each.setAdditionalProperty("KUBERNETES_CONFIG_CLUSTER_FILE_KEY", file));
        }
        if (config.getUsers() != null) {
            config.getUsers().forEach(each -> each.setAdditionalProperty("KUBERNETES_CONFIG_AUTH_INFO_FILE_KEY", file));
        }
        return config;
    }

    /** The root cause in one line, where the library has failed. */
    public static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).lines().findFirst().orElse("");
    }

    public static final class InvalidKubeconfigException extends Exception {
        InvalidKubeconfigException(String message) {
            super(message);
        }
    }
}
