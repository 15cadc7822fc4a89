package dev.tolerant.api;

import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.utils.Utils;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

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
        if (!file.isFile() || !file.canRead()) {
            throw new InvalidKubeconfigException(file + " cannot be read: check its permissions");
        }
        try {
            return KubeConfigUtils.parseConfig(file);
        } catch (RuntimeException other) {
            throw new InvalidKubeconfigException(file
                    + " is not a kubeconfig: write clusters, users and contexts in YAML's block style, or as JSON");
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
}
