package dev.tolerant.api;

import dev.tolerant.api.KubeconfigFile.InvalidKubeconfigException;
import io.fabric8.kubernetes.client.Config;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientBuildConfig;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientUtils;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Finds the API server for the program's client as Quarkus does, with a sentence for a file that is no kubeconfig. */
@Singleton
class ClientConfig {

    @Produces
    @Singleton
    static Config config(KubernetesClientBuildConfig settings) {
        try {
            for (KubeconfigFile file : KubeconfigFile.usual()) {
                file.read();
            }
            Config config = KubernetesClientUtils.createConfig(settings);
            KubeconfigFile.requireAddress(config);
            return config;
        } catch (InvalidKubeconfigException invalid) {
            // Without its cause, which Quarkus would print as a stack trace.
            throw new ConfigurationException(invalid.getMessage());
        } catch (RuntimeException unusable) {
            throw new ConfigurationException("the kubeconfig cannot be used: " + KubeconfigFile.reason(unusable));
        }
    }
}
