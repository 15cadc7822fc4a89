package dev.tolerant.apiserver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The folder with the binaries of a control plane, which KUBEBUILDER_ASSETS names by the convention of
 * controller-runtime's envtest.
 */
record Assets(Path folder) {
    static final String VARIABLE = "KUBEBUILDER_ASSETS";

    /** How to make the skipped tests run. */
    static final String HOW_TO_GET_THEM = """
            ********************************************************************************
            *  SKIPPED: the tests against a real Kubernetes API server (*ApiServerIT).
            *
            *  The environment variable KUBEBUILDER_ASSETS is not set. It has to name a
            *  folder with the binaries kube-apiserver and etcd. With Go at hand:
            *
            *    go install sigs.k8s.io/controller-runtime/tools/setup-envtest@latest
            *    export KUBEBUILDER_ASSETS="$(setup-envtest use 1.36.x -p path)"
            *    ./mvnw verify -Papi-server
            ********************************************************************************
            """;

    /** The folder that the environment variable names; empty if it is not set. */
    static Optional<Assets> in(Map<String, String> environment) {
        String folder = environment.getOrDefault(VARIABLE, "");
        return folder.isBlank()
                ? Optional.empty()
                : Optional.of(new Assets(Path.of(folder).toAbsolutePath()));
    }

    Path etcd() {
        return binary("etcd");
    }

    Path apiServer() {
        return binary("kube-apiserver");
    }

    /** Fails instead of skipping tests if the folder lacks the binary, because that is a mistake. */
    private Path binary(String name) {
        Path binary = folder.resolve(name);
        if (!Files.isExecutable(binary)) {
            throw new IllegalStateException(VARIABLE + " is " + folder + ", which has no executable " + name);
        }
        return binary;
    }
}
